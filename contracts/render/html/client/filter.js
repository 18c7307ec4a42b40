/** Which findings are shown: those that have all of what is chosen, and all words that are searched for. */
import { findings, openAll } from './fold.js';

const form = document.querySelector('#filter');
const names = ['severity', 'stage', 'about', 'family', 'check'];

/** Of each finding in lower case, when first searched. @type {Map<Element, string>} */
const texts = new Map();

/** @param {() => void} whenChosen */
export function startFilter(whenChosen) {
  if (!(form instanceof HTMLFormElement)) return;
  form.hidden = false;
  const refresh = () => {
    applyFilter();
    whenChosen();
  };
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', refresh);
  form.addEventListener('reset', () => setTimeout(refresh));
  form.querySelector('#unfold')?.addEventListener('click', () => openAll(true));
  form.querySelector('#fold')?.addEventListener('click', () => openAll(false));
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target !== document.body || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    field('text')?.focus();
  });
}

/** What is chosen, without what is not. */
export function chosen() {
  const parameters = new URLSearchParams();
  for (const name of [...names, 'text']) {
    const value = field(name)?.value ?? '';
    if (value !== '') parameters.set(name, value);
  }
  return parameters;
}

/** @param {URLSearchParams} parameters */
export function choose(parameters) {
  for (const name of [...names, 'text']) {
    const own = field(name);
    if (own !== undefined) own.value = parameters.get(name) ?? '';
    // What no finding has cannot be chosen.
    if (own instanceof HTMLSelectElement && own.selectedIndex === -1) own.value = '';
  }
  applyFilter();
}

/** @param {string} name */
function field(name) {
  const own = form instanceof HTMLFormElement ? form.elements.namedItem(name) : null;
  return own instanceof HTMLSelectElement || own instanceof HTMLInputElement ? own : undefined;
}

function applyFilter() {
  const wanted = chosen();
  const words = (wanted.get('text') ?? '').toLowerCase().split(/\s+/);
  const kept = findings.filter((finding) => isWanted(finding, wanted, words));
  const set = new Set(kept);
  for (const finding of findings) finding.hidden = !set.has(finding);
  for (const group of document.querySelectorAll('.group, .part'))
    group.toggleAttribute('hidden', group.querySelector('.finding:not([hidden])') === null);
  const output = document.querySelector('#shown');
  if (output !== null) output.textContent = `${kept.length} of ${findings.length} findings`;
}

/**
 * @param {HTMLElement} finding
 * @param {URLSearchParams} wanted
 * @param {readonly string[]} words
 */
function isWanted(finding, wanted, words) {
  const { dataset } = finding;
  const isChosen = names.every((name) => {
    const value = wanted.get(name);
    const own = dataset[name] ?? '';
    return value === null || (name === 'family' ? own.split('\n').includes(value) : own === value);
  });
  return isChosen && words.every((word) => textOf(finding).includes(word));
}

/** @param {HTMLElement} finding */
function textOf(finding) {
  const known = texts.get(finding) ?? (finding.textContent ?? '').toLowerCase();
  texts.set(finding, known);
  return known;
}
