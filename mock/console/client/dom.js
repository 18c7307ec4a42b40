/** Elements made and found. Text goes in as text nodes alone, so nothing that a user made can become markup. */

/** @typedef {Readonly<Record<string, string | number | boolean | undefined>>} Attributes */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} attributes `false` and undefined leave one out; `true` gives one without a value
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

/** What sanitize.ts escapes too, but for tab and line feed: what no eye sees, or what turns the direction of the text after it. */
const unseen = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/**
 * Nothing hides, or makes other text look like something else. In JSON what is written instead means the same.
 *
 * @param {string} text
 */
export function visible(text) {
  return text.replaceAll(unseen, codeOf);
}

/**
 * In UTF-16 units.
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
 * Throws where the page has no such element: page and module do not fit then.
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
 * Puts an action instead of sending the form.
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
 * The last call of several within the time is the one that counts.
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
 * Calls within the time become one at its end.
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
 * Puts other children in; what was unfolded or had the focus among the old ones has it among the new ones with the same
 * `data-key`.
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

/** @param {HTMLElement} place */
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
