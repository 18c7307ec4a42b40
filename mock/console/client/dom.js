/** Creates and finds elements. Text is only added as text nodes, so user data cannot become markup. */

/** @typedef {Readonly<Record<string, string | number | boolean | undefined>>} Attributes */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} attributes `false` and undefined omit an attribute; `true` sets it without a value
 * @param {...(Node | string | undefined)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : String(value));
  }
  const given = children.filter((child) => child !== undefined);
  made.append(...given.map((child) => (typeof child === 'string' ? visible(child) : child)));
  return made;
}

/**
 * The same characters as in sanitize.ts, except tab and line feed: invisible ones, and those that change the direction
 * of the text after them.
 */
const unseen = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/**
 * Escapes invisible characters, so that text cannot hide or look like other text. The escapes mean the same in JSON.
 *
 * @param {string} text
 */
export function visible(text) {
  return text.replaceAll(unseen, codeOf);
}

/**
 * As UTF-16 code units.
 *
 * @param {string} character
 */
function codeOf(character) {
  return [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}

/**
 * @param {string} label
 * @param {() => void} act
 * @param {Attributes} attributes
 * @returns {HTMLButtonElement}
 */
export function button(label, act, attributes = {}) {
  const made = el('button', { type: 'button', ...attributes }, label);
  made.addEventListener('click', act);
  return made;
}

/**
 * Throws if the page has no such element: the page and the module are then of different versions.
 *
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`#${id}: expected ${type.name}, got ${found === null ? 'nothing' : found.tagName}`);
}

/**
 * @param {string} id
 * @param {() => void} act
 */
export function onClick(id, act) {
  byId(id, HTMLButtonElement).addEventListener('click', act);
}

/**
 * Runs an action instead of submitting the form.
 *
 * @param {string} id
 * @param {() => void} act
 */
export function onSubmit(id, act) {
  byId(id, HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    act();
  });
}

/**
 * Debounces: only the last of several calls within the time runs.
 *
 * @param {() => void} act
 * @param {number} milliseconds
 * @returns {() => void}
 */
export function settled(act, milliseconds) {
  let timer = 0;
  return () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(act, milliseconds);
  };
}

/**
 * Throttles: several calls within the time run once, at its end.
 *
 * @param {() => void} act
 * @param {number} milliseconds
 * @returns {() => void}
 */
export function gathered(act, milliseconds) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    window.setTimeout(() => {
      isDue = false;
      act();
    }, milliseconds);
  };
}

/**
 * Replaces the children; elements with the same `data-key` keep their unfolded state and the focus.
 *
 * @param {HTMLElement} place
 * @param {readonly HTMLElement[]} children
 */
export function replaceKeeping(place, children) {
  const unfolded = keyed(place).filter(isUnfolded).map(keyOf);
  const focused = keyed(place)
    .filter((element) => element === document.activeElement)
    .map(keyOf);
  place.replaceChildren(...children);
  for (const element of keyed(place)) {
    if (unfolded.includes(keyOf(element))) unfold(element);
    if (focused.includes(keyOf(element))) element.focus();
  }
}

/**
 * @param {string} key
 * @returns {HTMLElement | undefined}
 */
export function byKey(key) {
  return keyed(document).find((element) => keyOf(element) === key);
}

/**
 * Call after elements were removed or disabled: without it, the next Tab would start at the beginning of the page.
 *
 * @param {HTMLElement | undefined} target
 */
export function focusIfLost(target) {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body || activeElement.matches(':disabled'))
    target?.focus({ preventScroll: true });
}

/** @param {ParentNode} place */
function keyed(place) {
  return [...place.querySelectorAll('[data-key]')].filter((element) => element instanceof HTMLElement);
}

/** @param {HTMLElement} element */
function keyOf(element) {
  return element.dataset['key'] ?? '';
}

/** @param {HTMLElement} element */
function isUnfolded(element) {
  return element instanceof HTMLDetailsElement ? element.open : element.ariaExpanded === 'true';
}

/** @param {HTMLElement} element */
function unfold(element) {
  if (element instanceof HTMLDetailsElement) element.open = true;
  else element.click();
}
