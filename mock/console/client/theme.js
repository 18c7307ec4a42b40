/** The theme: light, dark, or the system setting. Loaded before the first paint. */

import { kept } from './browser-storage.js';

const storage = kept('localStorage', 'plant-store-theme');
const themes = ['system', 'light', 'dark'];
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');

/** @returns {string} */
function chosen() {
  const theme = storage.read();
  return themes.includes(theme) ? theme : 'system';
}

function apply() {
  const theme = chosen();
  const root = document.documentElement;
  root.dataset['theme'] = theme;
  // The class name that the style sheet of Swagger UI expects.
  root.classList.toggle('dark-mode', theme === 'dark' || (theme === 'system' && systemIsDark.matches));
}

/** @param {HTMLSelectElement} choice */
export function bindTheme(choice) {
  choice.value = chosen();
  choice.addEventListener('change', () => {
    storage.keep(choice.value);
    apply();
  });
}

systemIsDark.addEventListener('change', apply);
apply();
