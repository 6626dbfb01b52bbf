// The style of what has happened: marks, the caption, and the slider of those who look back. It comes with the code.

export const STYLE = `
.croupier-zone[data-happened]:not(.croupier-target) > .croupier-place > .croupier-cards,
.croupier-card[data-happened] {
  outline: 3px solid oklch(82% 0.11 var(--by));
  outline-offset: 1px;
}

.croupier-own-hand[data-happened] {
  position: relative;
}

.croupier-seat[data-happened] > .croupier-seat-head {
  border-radius: var(--radius);
  box-shadow: inset 0 0 0 2px oklch(82% 0.11 var(--by));
}

/* The numbers of the steps: on a zone at the lower left, where neither the corner of a card nor a count is. */
:where(.croupier-zone, .croupier-own-hand, .croupier-seat)[data-happened]::after {
  content: attr(data-happened) / "";
  position: absolute;
  z-index: 2;
  bottom: -5px;
  left: -5px;
  min-width: 1.5em;
  padding: 0 4px;
  font-size: 12px;
  font-weight: 700;
  line-height: 1.5;
  text-align: center;
  white-space: nowrap;
  pointer-events: none;
  color: #fff;
  background: oklch(38% 0.08 var(--by));
  border-radius: 99px;
  box-shadow: 0 0 0 2px #fff, 0 2px 5px rgb(0 0 0 / 50%);
}

/* What lies at the edge of a seat would be cut off there. */
.croupier-seat .croupier-zone[data-happened]::after {
  left: 0;
}

.croupier-own-hand[data-happened]::after {
  inset: 2px auto auto 50%;
  translate: -50%;
}

.croupier-seat[data-happened]::after {
  bottom: 4px;
  left: 50%;
  translate: -50%;
}

/* A small seat has its name and its points below the sign. */
.croupier-many .croupier-seat[data-happened]::after {
  inset: 0 auto auto 0;
  translate: none;
}

/* What happened, in one line at the foot of the table. What can be touched is higher than what is seen, and nothing
   moves when the words change. */
.croupier-happened {
  position: relative;
  z-index: 3;
  grid-area: middle;
  align-self: end;
  justify-self: center;
  display: flex;
  align-items: center;
  width: min(100%, 900px);
  height: 44px;
  padding-inline: 46px;
  margin-bottom: -12px;
  pointer-events: none;
}

.croupier-log {
  flex: 1;
  min-width: 0;
  height: 1.54em;
  overflow: auto;
  font-size: 13px;
  line-height: 1.54;
  text-align: center;
  pointer-events: auto;
  scrollbar-width: none;
  opacity: 0.85;
}

.croupier-log p {
  margin: 0;
  overflow: hidden;
  white-space: nowrap;
  text-overflow: ellipsis;
}

.croupier-happened button {
  height: 44px;
  padding: 0;
  color: inherit;
  background: none;
  border: 0;
}

.croupier-look-back {
  position: absolute;
  left: 0;
  width: 44px;
  font-size: 16px;
  pointer-events: auto;
}

.croupier-look-back span {
  display: grid;
  place-items: center;
  width: 26px;
  height: 26px;
  margin: auto;
  background: var(--felt-edge);
  border: 1px solid rgb(255 255 255 / 40%);
  border-radius: 50%;
}

.croupier-caption {
  flex: 1;
  display: flex;
  min-width: 0;
  align-items: center;
  justify-content: center;
}

.croupier-caption > span {
  position: relative;
  min-width: 0;
  overflow: hidden;
  padding: 3px 10px;
  font-size: 13px;
  line-height: 18px;
  white-space: nowrap;
  text-overflow: ellipsis;
  pointer-events: auto;
  background: var(--felt-edge);
  border: 1px solid rgb(255 255 255 / 40%);
  border-radius: 13px;
}

/* A step that was asked for is shown in full, if it must be over the table. */
.croupier-happened:has(.croupier-stepping) {
  align-items: end;
}

.croupier-happened .croupier-stepping {
  height: auto;
  min-height: 44px;
  align-items: end;
  padding-bottom: 9px;
}

.croupier-stepping > span {
  text-wrap: balance;
  white-space: normal;
}

/* What is in play lies over the line of what happened, where there is little room: both cannot be read. */
@container croupier-stage (max-width: 599.9px) or (max-height: 479.9px) {
  .croupier-view:has(.croupier-notes > b) .croupier-happened > :is(.croupier-log, .croupier-caption) {
    visibility: hidden;
  }

  .croupier-view:has(.croupier-notes > b) .croupier-happened > .croupier-stepping {
    visibility: visible;
  }
}

/* Where the table lies on its side, below the viewer's own zones there is room, too. */
@container croupier-stage (max-height: 479.9px) {
  .croupier-happened {
    grid-area: 1 / 2 / 2 / -1;
    width: 100%;
  }
}

@container croupier-stage (max-width: 599.9px) {
  .croupier-happened {
    padding-inline: 46px 4px;
  }

  .croupier-happened:has(.croupier-stepping) {
    padding-inline: 0;
  }

  .croupier-since {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  .croupier-look-back:has(+ .croupier-stepping) {
    display: none;
  }

  .croupier-stepping > span {
    padding-inline: 6px;
    font-size: 12px;
  }
}

.croupier-caption b {
  margin-right: 4px;
  color: var(--mark);
}

/* Those who look back see the table greyer than it is. */

.croupier-stage:has(.croupier-past) {
  background: radial-gradient(
    ellipse at 50% 42%,
    color-mix(in oklab, var(--felt) 45%, #50504c),
    color-mix(in oklab, var(--felt-edge) 45%, #30302c)
  );
}

.croupier-past .croupier-status {
  box-shadow: inset 0 0 0 2px var(--on-felt);
}

.croupier-past button {
  flex: none;
  min-width: 44px;
  min-height: 44px;
  padding: 4px 12px;
  color: var(--on-felt);
  background: var(--felt-edge);
  border: 2px solid rgb(255 255 255 / 40%);
  border-radius: 12px;
}

.croupier-past button:disabled {
  cursor: default;
  opacity: 0.45;
}

.croupier-past .croupier-present {
  max-width: 46%;
  font-size: 14px;
  line-height: 1.15;
  color: var(--text);
  background: var(--surface);
}

.croupier-past .croupier-scrubber {
  flex: 1 1 55%;
  gap: 4px;
  align-items: center;
  max-width: none;
  padding-left: 0;
}

.croupier-scrubber button {
  padding: 0;
  line-height: 1;
}

.croupier-scrubber input {
  flex: 1;
  min-width: 40px;
  height: 44px;
  margin: 0;
  accent-color: var(--mark);
}

.croupier-view:has(> .croupier-past) > .croupier-facts {
  display: none;
}

@container croupier-stage (min-width: 600px) and (min-height: 480px) {
  .croupier-happened {
    width: min(100%, 70em);
  }

  .croupier-log,
  .croupier-caption > span {
    font-size: clamp(13px, 1.6cqb, 24px);
  }

  .croupier-caption > span {
    line-height: 1.4;
  }

  .croupier-look-back span {
    width: clamp(26px, 3.2cqb, 40px);
    height: clamp(26px, 3.2cqb, 40px);
    font-size: clamp(16px, 2cqb, 26px);
  }

  [data-happened]::after {
    font-size: clamp(12px, 1.3cqb, 20px);
  }

  .croupier-seat[data-happened]::after {
    top: 2px;
    bottom: auto;
  }

  .croupier-view:has(> .croupier-past) > .croupier-facts {
    display: block;
  }

  .croupier-bar.croupier-past {
    box-shadow: inset 0 0 0 2px var(--on-felt);
  }

  .croupier-past .croupier-status {
    box-shadow: none;
  }
}

/* At the sides of a table a seat is narrow: its name, and the titles below it, are to be read. */
@container croupier-stage (min-width: 900px) and (min-height: 600px) {
  .croupier-sided.croupier-few .croupier-seat[data-happened]::after {
    top: -9px;
  }
}

@media (prefers-reduced-motion: no-preference) {
  [data-happened]::after {
    animation: croupier-appear 0.25s ease-out;
  }

  @keyframes croupier-appear {
    from {
      opacity: 0;
      scale: 0.4;
    }
  }
}

@media (forced-colors: active) {
  [data-happened]::after {
    border: 1px solid;
  }

  .croupier-seat,
  .croupier-zone .croupier-cards,
  .croupier-caption > span {
    border: 1px solid;
  }

  .croupier-deciding [role="option"].croupier-playable,
  .croupier-zone .croupier-playable {
    outline: 2px solid CanvasText;
  }

  .croupier-deciding [role="option"].croupier-chosen {
    outline: 5px solid Highlight;
  }

  .croupier-direction svg {
    fill: CanvasText;
  }
}
`;
