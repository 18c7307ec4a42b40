/** Which state an action leads to, by its name: `POST /orders/{id}/ship` to `shipped`. */

const irregularForms: ReadonlyMap<string, readonly string[]> = new Map([
  ['pay', ['paid']],
  ['send', ['sent']],
  ['sell', ['sold']],
  ['hold', ['held', 'onhold']],
  ['withdraw', ['withdrawn']],
  ['begin', ['begun']],
  ['freeze', ['frozen']],
  ['lend', ['lent']],
  ['void', ['void', 'voided']],
  ['activate', ['active', 'activated']],
  ['deactivate', ['inactive', 'deactivated']],
  ['enable', ['enabled']],
  ['open', ['open', 'opened']],
  ['reopen', ['reopened']],
  ['complete', ['complete', 'completed']],
]);

/** The value of a list that is the participle of the verb; undefined when there is none. */
export function stateNamedBy(verb: string, values: readonly string[]): string | undefined {
  const forms = new Set(participlesOf(letters(verb)));
  return values.find((value) => forms.has(letters(value)));
}

/** Verbs after which other values may be missing or another record may be changed as well. */
export function mayEraseValues(verb: string): boolean {
  return /anonymi|redact|eras|delet|remov|clear|reset|purg|wip|strip|revert|restor|undo|roll|encrypt|translat|process|convert|normali|format|merg|replac|renam|archiv|trash|expir/i.test(
    verb,
  );
}

/** Whether nothing usually follows the action. */
export function isEnding(verb: string): boolean {
  return /cancel|clos|archiv|abort|void|expir|declin|reject|refus|den(?:y|ied)|refund|withdraw|terminat|revok|fail|abandon|delet|remov|discard|kill|stop/i.test(
    verb,
  );
}

export function letters(text: string): string {
  return text.replaceAll(/[^\p{L}\d]/gu, '').toLowerCase();
}

/** `cancel`: canceled, cancelled. */
export function participlesOf(verb: string): readonly string[] {
  const irregular = irregularForms.get(verb);
  if (irregular !== undefined) return irregular;
  if (verb.endsWith('e')) return [`${verb}d`];
  const last = verb.at(-1) ?? '';
  return [`${verb}ed`, `${verb}${last}ed`, ...(last === 'y' ? [`${verb.slice(0, -1)}ied`] : [])];
}
