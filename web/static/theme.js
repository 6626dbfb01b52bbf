// Before anything is drawn: the light that was chosen, so that nothing flashes.
try {
  const theme = localStorage.getItem("croupier-page:theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is kept here.
}
