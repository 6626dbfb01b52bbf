// The winner's moment: small cards that rain over a board for a while.

const CARDS = 48;
const COLORS = ["#f2c14e", "#c8452f", "#2f6fb5", "#2f8f5b", "#fbf7ec"];
const MILLIS = 2200;

/**
 * Let cards rain over what lies on a board; nothing moves where less motion is wanted.
 *
 * @param {HTMLElement} layer
 */
export function celebrate(layer) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const rain = Object.assign(document.createElement("div"), { className: "rain" });
  rain.setAttribute("aria-hidden", "true");
  layer.append(rain);
  const { clientHeight: height } = rain;
  const falling = Array.from({ length: CARDS }, (_, place) => fall(rain, height, place));
  void Promise.allSettled(falling.map(({ finished }) => finished)).then(() => rain.remove());
}

/**
 * @param {HTMLElement} rain
 * @param {number} height
 * @param {number} place
 */
function fall(rain, height, place) {
  const card = document.createElement("i");
  card.style.left = `${Math.random() * 100}%`;
  card.style.background = COLORS[place % COLORS.length];
  rain.append(card);
  const [turn, drift] = [(Math.random() - 0.5) * 1080, (Math.random() - 0.5) * 160];
  const end = `translate(${drift}px, ${height + 40}px) rotate3d(${Math.random()}, 1, 0.4, ${turn}deg)`;
  return card.animate([{ transform: "translateY(-40px)" }, { transform: end, opacity: 0.6 }], {
    duration: MILLIS * (0.7 + Math.random() * 0.6),
    delay: Math.random() * 500,
    easing: "cubic-bezier(0.3, 0.1, 0.7, 1)",
    fill: "both",
  });
}
