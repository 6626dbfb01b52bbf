// Before anything is drawn: the light that was chosen, and whether cards show their codes, so that nothing flashes.
try {
  const theme = localStorage.getItem("croupier-page:theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  if (localStorage.getItem("croupier-page:codes") === "on") document.documentElement.dataset.codes = "";
} catch {
  // Nothing is kept here.
}
