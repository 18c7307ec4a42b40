/** What a browser keeps for the page; where it keeps nothing for anybody, the page lasts as long as it is open. */

/** @typedef {{ read: () => string, keep: (value: string) => void }} Kept */

/**
 * @param {'localStorage' | 'sessionStorage'} place
 * @param {string} key
 * @returns {Kept} empty where nothing is kept
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
        // It is in `last`.
      }
    },
  };
}
