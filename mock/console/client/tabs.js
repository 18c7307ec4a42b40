/** The sections as tabs: arrow keys move, Enter and Space open, and the URL hash names the open one. */

/** @typedef {(argument: string) => void} Opener called on each hash change to the tab, with what follows its name */

/**
 * @param {HTMLElement} list
 * @param {Readonly<Record<string, Opener>>} openers by the name in the hash
 */
export function bindTabs(list, openers) {
  const tabs = [...list.querySelectorAll('a')];
  let open = '';
  const route = () => {
    const [first = '', argument = ''] = location.hash.slice(1).split('/');
    const name = Object.hasOwn(openers, first) ? first : nameOf(tabs[0]);
    if (name !== open) window.scrollTo(0, 0);
    open = name;
    for (const tab of tabs) show(tab, nameOf(tab) === name);
    openers[name]?.(argument);
  };
  list.addEventListener('keydown', (event) => onKey(event, tabs));
  window.addEventListener('hashchange', route);
  route();
}

/** @param {HTMLAnchorElement | undefined} tab */
function nameOf(tab) {
  return tab?.hash.slice(1) ?? '';
}

/**
 * @param {HTMLAnchorElement} tab
 * @param {boolean} isOpen
 */
function show(tab, isOpen) {
  tab.setAttribute('aria-selected', String(isOpen));
  tab.tabIndex = isOpen ? 0 : -1;
  const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
  if (panel !== null) panel.hidden = !isOpen;
}

/**
 * @param {KeyboardEvent} event
 * @param {readonly HTMLAnchorElement[]} tabs
 */
function onKey(event, tabs) {
  const at = tabs.findIndex((tab) => tab === event.target);
  const target = targetOf(event.key, at, tabs.length);
  if (at < 0 || target === undefined) return;
  event.preventDefault();
  const tab = tabs[target];
  if (event.key === ' ') tab?.click();
  else tab?.focus();
}

/**
 * @param {string} key
 * @param {number} at
 * @param {number} count
 * @returns {number | undefined}
 */
function targetOf(key, at, count) {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return key === ' ' ? at : undefined;
}
