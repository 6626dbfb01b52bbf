"""Valid names: readable text of any script that does not affect the text around it.

Letters, marks, digits, punctuation, symbols, emoji and spaces are accepted as Unicode defines them, and stored as sent.
Invisible characters are rejected, except those that a script or an emoji needs: joiners that change the look of the
letters beside them (UAX #31, 2.3), variation selectors after the characters that they vary, and the tags of flags.
Characters that reverse the text around them (bidirectional marks and overrides) are also rejected, and so are stacks of
marks that cover other lines (UTS #39, 5.4).
"""

import regex

from service.sessions.problems import Problem

MOST_CHARACTERS = 40
MOST_CODE_POINTS = 200

_NAME = regex.compile(
    r"""
    (?! [\p{White_Space}\u2800] )   # U+2800 is a Braille pattern without dots: it looks like a space
    (?! \p{M} )                     # a mark needs something to stand on
    (?:
        [[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]--\p{Default_Ignorable_Code_Point}]
        # Variation selectors, after characters with more than one form.
      | (?<= \p{Emoji} ) [\uFE0E\uFE0F]
      | (?<= \p{Script=Han} ) [\uFE00-\uFE02\U000E0100-\U000E01EF]
      | (?<= \p{Script=Mongolian} ) [\u180B-\u180D\u180F]
        # Joiners, between letters that are written joined: Arabic, Syriac, Mongolian …
      | (?<= [\p{L}&&[\p{jt=D}\p{jt=L}\p{jt=R}]] \p{M}* ) [\u200C\u200D] (?= \p{L} )
      | (?<= \p{Script=Mongolian} ) \u180E (?= \p{Script=Mongolian} )
        # … and beside a virama: the conjuncts of Indic scripts; at the end of a word in old spellings of Malayalam.
      | (?<= \p{ccc=Virama} \p{M}* ) (?: \u200C (?= \p{L} ) | \u200D )
      | (?<= \p{L} ) [\u200C\u200D] (?= \p{ccc=Virama} )
        # … and between emoji; then the tags of flags.
      | (?<= \p{Extended_Pictographic} [\p{Emoji_Modifier}\uFE0F]* ) \u200D (?= \p{Extended_Pictographic} )
      | (?<= \U0001F3F4 ) [\U000E0030-\U000E0039\U000E0061-\U000E007A]{3,6} \U000E007F
    )+
    (?<! [\p{White_Space}\u2800] )
    """,
    regex.VERSION1 | regex.VERBOSE,
)
_PILE_OF_MARKS = regex.compile(r"[\p{Mn}\p{Me}]{5}")
_CHARACTER = regex.compile(r"\X")


def check_name(name: str | None) -> None:
    """Raise `Problem` unless a name is absent or valid."""
    if name is not None and not is_name(name):
        message = (
            f"A name must be 1–{MOST_CHARACTERS} characters as people count them, and at most {MOST_CODE_POINTS} code "
            "points: nothing invisible, no control characters, no space at either end."
        )
        raise Problem("INVALID_INPUT", message, ("name",))


def is_name(text: str) -> bool:
    """Tell whether a text is a valid name."""
    # The length is checked first, to bound the work.
    if len(text) > MOST_CODE_POINTS or _NAME.fullmatch(text) is None or _PILE_OF_MARKS.search(text) is not None:
        return False
    return len(_CHARACTER.findall(text)) <= MOST_CHARACTERS
