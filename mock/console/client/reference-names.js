/** Gives the controls of Swagger UI the accessible names that it leaves out, and makes its scrollable texts focusable. */

const controls = 'input, select, textarea';

/**
 * Swagger UI redraws often; what it redraws is completed before the next paint.
 *
 * @param {HTMLElement} place
 */
export function nameControls(place) {
  let isDue = false;
  const complete = () => {
    isDue = false;
    nameAll(place);
  };
  new MutationObserver(() => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(complete);
  }).observe(place, { childList: true, subtree: true });
}

/** @param {HTMLElement} place */
function nameAll(place) {
  for (const row of place.querySelectorAll('tr[data-param-name]')) nameIn(row, row.getAttribute('data-param-name'));
  for (const row of place.querySelectorAll('tr[data-property-name]'))
    nameIn(row, row.getAttribute('data-property-name'));
  for (const choice of place.querySelectorAll('.examples-select-element')) setName(choice, 'Example');
  for (const body of place.querySelectorAll('.body-param__text')) setName(body, 'Request body');
  for (const close of place.querySelectorAll('.close-modal')) setName(close, 'Close');
  // Names of elements that have no role are not announced, and the buttons within have the same.
  for (const frame of place.querySelectorAll('div[aria-label]:not([role])')) frame.removeAttribute('aria-label');
  // The page already has a <main>.
  for (const main of place.querySelectorAll('main')) main.setAttribute('role', 'group');
  // Their names would not contain the text that users of voice control see and say.
  for (const button of place.querySelectorAll('.modal-btn[aria-label]')) button.removeAttribute('aria-label');
  // Keyboards scroll only what has the focus.
  for (const text of place.querySelectorAll('pre:not([tabindex])'))
    if (text.scrollHeight > text.clientHeight || text.scrollWidth > text.clientWidth)
      text.setAttribute('tabindex', '0');
}

/**
 * @param {Element} row
 * @param {string | null} name
 */
function nameIn(row, name) {
  for (const control of row.querySelectorAll(controls)) setName(control, name ?? '');
}

/**
 * @param {Element} control
 * @param {string} name
 */
function setName(control, name) {
  const hasLabel = control instanceof HTMLInputElement && (control.labels?.length ?? 0) > 0;
  if (!hasLabel && !control.hasAttribute('aria-label')) control.setAttribute('aria-label', name);
}
