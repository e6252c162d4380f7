// theme.js gives a page the theme that the reader chose in the lab, before anything is drawn: data-key says where the
// browser keeps it. Without a choice, or without storage, the theme is the system's.
try {
  const { theme } = JSON.parse(localStorage.getItem(document.currentScript.dataset.key)).page;
  if (theme) document.documentElement.dataset.theme = theme;
} catch { /* nothing is kept here */ }
