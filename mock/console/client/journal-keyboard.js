/** Keyboard navigation: the rows are one Tab stop; arrow keys move between them, Enter opens. */

/** @param {HTMLElement} list */
export function bindRows(list) {
  list.addEventListener('keydown', (event) => {
    const links = linksOf(list);
    const at = links.findIndex((link) => link === event.target);
    const target = links[targetOf(event.key, at, links.length)];
    if (at < 0 || target === undefined) return;
    event.preventDefault();
    moveStop(links, target);
    target.focus();
  });
}

/**
 * @param {string} key
 * @param {number} at
 * @param {number} count
 */
function targetOf(key, at, count) {
  if (key === 'ArrowDown') return at + 1;
  if (key === 'ArrowUp') return at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : -1;
}

/** @param {HTMLElement} list */
function linksOf(list) {
  return [...list.querySelectorAll('a')];
}

/**
 * @param {readonly HTMLAnchorElement[]} links
 * @param {HTMLAnchorElement | undefined} target
 */
function moveStop(links, target) {
  for (const link of links) link.tabIndex = link === target ? 0 : -1;
}

/**
 * Rows are added and removed; exactly one must stay reachable by Tab: the one where the user is, or else the newest.
 *
 * @param {HTMLElement} list
 */
export function keepOneStop(list) {
  const links = linksOf(list);
  const current = links.find((link) => link === document.activeElement || link.ariaCurrent === 'true');
  moveStop(links, current ?? links[0]);
}

/**
 * @param {HTMLElement} list
 * @param {number} id 0 for none
 */
export function markOpened(list, id) {
  for (const link of linksOf(list)) {
    if (link.hash === `#journal/${id}`) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}

/**
 * @param {HTMLElement} list
 * @param {number} id
 */
export function focusRow(list, id) {
  const links = linksOf(list);
  const target = links.find((link) => link.hash === `#journal/${id}`) ?? links[0];
  moveStop(links, target);
  target?.focus();
}
