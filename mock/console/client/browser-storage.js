/** Browser storage with a fallback: if the browser blocks storage, values last until the page is closed. */

/** @typedef {{ read: () => string, keep: (value: string) => void }} Kept */

/**
 * @param {'localStorage' | 'sessionStorage'} place
 * @param {string} key
 * @returns {Kept} reads as an empty text if no value is stored
 */
export function kept(place, key) {
  let last = '';
  return {
    read: () => {
      try {
        return window[place].getItem(key) ?? last;
      } catch {
        return last;
      }
    },
    keep: (value) => {
      last = value;
      try {
        window[place].setItem(key, value);
      } catch {
        // The value remains in `last`.
      }
    },
  };
}
