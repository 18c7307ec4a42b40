/** Words that this project no longer uses, each with what to write instead. */
export interface RetiredWord {
  /** A part of an identifier or a word of prose, in lower case; or a phrase of several words. */
  readonly word: string;
  readonly use: string;
}

/** A use that stays, since there the word is the term of a standard or of another tool. */
export interface PermittedUse {
  readonly word: string;
  /** Found in `FILE: LINE`. */
  readonly where: RegExp;
  readonly reason: string;
}

export const retiredWords: readonly RetiredWord[] = [
  ...retire('response, respond or return', ['answer', 'answers', 'answered', 'answering']),
  ...retire('error', ['fault', 'faults']),
  ...retire('warning', ['advice']),
  ...retire('test category', ['family', 'families', 'neighbours', 'walks']),
  ...retire('check', ['judge', 'judges', 'judged', 'judging', 'unjudged', 'judgement']),
  ...retire('report, print or log', ['told', 'tell', 'tells', 'telling']),
  ...retire('fix', ['mend', 'mends', 'mended', 'mending', 'put right', 'puts right']),
  ...retire('false positive', ['accuse', 'accuses', 'accused', 'accusation', 'false alarm', 'false alarms']),
  ...retire('reject', ['refuse', 'refuses', 'refused', 'refusal', 'turned away', 'turns away', 'turn away']),
  ...retire('accept', ['lets in', 'let in', 'lets everybody in']),
  ...retire('deleted, or does not exist', ['gone']),
  ...retire('users, clients or callers', ['nobody', 'whoever', 'anybody', 'everybody', 'stranger', 'strangers']),
  ...retire('baseline request', ['twin', 'twins']),
  ...retire('sequence', ['walk']),
  ...retire('match by name', ['namesake', 'namesakes']),
  ...retire('non-JSON resources', ['unresourced']),
  ...retire('Authenticator', ['doorkeeper']),
  ...retire('WorkerPool', ['crew']),
  ...retire('preferences', ['wish', 'wishes']),
  ...retire('alternative value', ['otherwise than']),
  ...retire('near duplicate', ['alike']),
  ...retire('also', ['likewise']),
  ...retire('on', ['upon']),
  ...retire('so that … not', ['lest']),
  ...retire('in addition', ['besides']),
  ...retire('at most', ['at the most']),
  ...retire('at least', ['at the least']),
  ...retire('concurrently', ['in one go']),
  ...retire('sequentially', ['in a row']),
  ...retire('exclusively', ['in peace']),
  ...retire('randomly or flaky', ['by chance']),
  ...retire('deliberately', ['on purpose']),
  ...retire('reliably', ['honestly']),
  ...retire('except', ['but for']),
  ...retire('applies first', ['has its say', 'have its say']),
  ...retire('does not accept', ['no use for']),
  ...retire('mock server', ['fake store']),
  ...retire('does not conform', ['breaks the contract', 'break the contract']),
  ...retire('inconclusive', ['could not judge']),
  ...retire('generated randomly', ['drawn at random']),
  ...retire('integer', ['whole number', 'whole numbers']),
  ...retire('invalid credentials', ['wrong credentials', 'wrong token', 'right credentials', 'right token']),
  ...retire('request and response', ['what was sent', 'what came back']),
  ...retire('enforced by a test', ['held by a test']),
];

export const permittedUses: readonly PermittedUse[] = [
  { word: 'refused', where: /ECONNREFUSED/, reason: 'TCP' },
  ...[
    'answer',
    'gone',
    'refused',
    'breaks the contract',
    'could not judge',
    'judge',
    'fake store',
    'fault',
    'advice',
    'family',
    'unjudged',
    'faults',
    'refuse',
    'refusal',
    'answered',
    'judged',
    'told',
    'alike',
    'neighbours',
    'walks',
  ].map((word) => ({
    word,
    where: /^(?:contracts\/catalog\/renamed-checks|contracts\/conformance\/test-categories|docs\/reference\/upgrading)/,
    reason: 'old names, for users who have them in files',
  })),
  { word: 'refuse', where: /addresses of a name refuse the connection/, reason: 'TCP' },
  {
    word: 'gone',
    where: /\b410\b|'Gone'|Conflict, Gone|description: Gone|\/gone\b/,
    reason: 'RFC 9110, section 15.5.11',
  },
  { word: 'family', where: /font-family/, reason: 'CSS' },
  ...['anybody', 'everybody'].map((word) => ({
    word,
    where: /isolation-sentences/,
    reason: 'a word of descriptions that the verifier reads',
  })),
  { word: 'whole numbers', where: /statedPattern/, reason: 'a word of descriptions that the verifier reads' },
  { word: 'upon', where: /uponReceiving/, reason: 'the API of Pact' },
  { word: 'alike', where: /look-?alike/i, reason: 'Unicode' },
  { word: 'advice', where: /\/advice\b|readAdvice/, reason: 'a path of an example' },
  { word: 'answer', where: /^docs\/how-to\/use-a-pact-broker/, reason: 'the yes or no of can-i-deploy' },
  ...['fault', 'faults'].map((word) => ({
    word,
    where:
      /^(?:mock|test\/mock|test\/soak|test\/docs\/tables)\b|fault=|fault: '|"fault"|\bdelay, fault\b|connection fault/,
    reason: 'deliberate faults of the mock, as in WireMock',
  })),
  ...['fault', 'faults'].map((word) => ({
    word,
    where: /^docs\/(?:how-to|reference\/mock|tutorials|explanation\/reliability)|^test\/evals\/hostile/,
    reason: 'pages about deliberate faults',
  })),
  ...['fault', 'faults'].map((word) => ({
    word,
    where: /^(?:docs\/explanation\/(?:zoo|mutation)|docs\/README|README|CONTRIBUTING|test\/evals\/README)/,
    reason: 'mutation testing',
  })),
];

function retire(use: string, words: readonly string[]): readonly RetiredWord[] {
  return words.map((word) => ({ word, use }));
}
