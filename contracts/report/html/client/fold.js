/** Folds long reports: without this script, and on paper, all findings are open. */

/** @type {readonly HTMLDetailsElement[]} */
export const findings = [...document.querySelectorAll('details.finding')].filter(
  (one) => one instanceof HTMLDetailsElement,
);

/** As many are read from top to bottom. */
const FEW = 3;

export function foldMany() {
  if (findings.length > FEW) openAll(false);
}

/** @param {boolean} isOpen */
export function openAll(isOpen) {
  for (const finding of findings) finding.open = isOpen;
}

/** Paper has no folds: as it was afterwards. */
export function unfoldForPrint() {
  /** @type {readonly HTMLDetailsElement[]} */
  let folded = [];
  addEventListener('beforeprint', () => {
    folded = findings.filter(({ open }) => !open);
    openAll(true);
  });
  addEventListener('afterprint', () => {
    for (const finding of folded) finding.open = false;
  });
}
