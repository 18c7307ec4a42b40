/**
 * Recognizes operations whose effects reach beyond the records of a run: they send mail, end sessions or change many
 * records. English names and sentences alone show that, so each pattern is narrow: look-alikes must not match.
 */
import type { Operation } from '../../../spec/model/contract.ts';

export type EffectName = 'messages' | 'password' | 'session' | 'deletion' | 'bulk';

export interface OutsideEffect {
  readonly name: EffectName;
  /** A clause: `sends messages`. */
  readonly description: string;
  /** The part of the operation that shows it: `the name resendInvitation`. */
  readonly evidence: string;
}

interface EffectRule {
  readonly name: EffectName;
  readonly description: string;
  /** Of the words of the operation's id, and of those of the last literal segment of its path. */
  readonly names: RegExp;
  /** Of a sentence of its summary and description: of the first ones, unless `isAnySentence`. */
  readonly sentences: RegExp;
  readonly isAnySentence?: boolean;
  applies(operation: Operation): boolean;
}

const MAIL = '(?:e-?mails?|mail|sms|text messages?|push notifications?|newsletters?)(?! (?:address|id|field|property))';
const changes = ({ method }: Operation) => !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method);
const hasNoParameter = ({ path }: Operation) => !path.includes('{');

const rules: readonly EffectRule[] = [
  {
    name: 'session',
    description: 'ends sessions',
    names:
      /^(?:(?:users?|sessions?|auth|post|do|perform) )?(?:log ?out|sign ?out|logoff)(?: (?:user|users|session|everywhere|all|me))?$|^(?:revoke|invalidate|expire) (?:(?:all|my|own|current|user|access|refresh|api|auth) )*(?:tokens?|sessions?)\b/,
    sentences:
      /^(?:logs?|signs?) (?:[\w']+ ){0,4}out\b(?! of stock)|\b(?:ends|terminates|invalidates|revokes|destroys) (?:the|this|your|all) (?:(?:current|active|access|refresh|bearer|own|user's|caller's) )*(?:sessions?|tokens?)\b/,
    applies: () => true,
  },
  {
    name: 'password',
    description: 'resets passwords',
    names:
      /^(?:reset|forgot|forgotten|lost|recover)(?: (?:user|account|my|own))? password$|^(?:(?:request|send|create|start|initiate|trigger|confirm|complete) )?password (?:reset|recovery|reminder)(?: request| link| email)?$/,
    sentences:
      /^(?:requests? (?:a |the )?|starts? (?:a |the )?)?(?:resets?|recovers?) (?:(?:the|a|an|your|their) )?(?:[\w-]+(?:'s)? )?password\b|^(?:requests?|starts?|initiates?) (?:a |the )?password (?:reset|recovery)\b/,
    applies: changes,
  },
  {
    name: 'messages',
    description: 'sends messages',
    names:
      /^(?:re)?send (?:\w+ )*(?:email|mail|sms|invitation|invite|notification|newsletter|reminder|verification|confirmation)s?\b|^(?:resend|invite)\b|^notify(?: (?:all|everyone|users?|members?|customers?|subscribers?|owners?))?$/,
    sentences: new RegExp(
      String.raw`\b(?:re)?sends? (?:[\w'-]+ ){0,6}?${MAIL}|\b${MAIL} (?:[\w'-]+ ){0,6}?(?:is|are|will be) (?:re)?sent\b|\b(?:is|are|will be) (?:e-?mailed|notified by (?:e-?mail|sms))\b|\b(?:receives?|gets?) (?:an? |the )?(?:[\w-]+ ){0,3}?${MAIL}`,
    ),
    isAnySentence: true,
    applies: changes,
  },
  {
    name: 'deletion',
    description: 'deletes all records',
    names:
      /^(?:delete|remove|clear|purge|wipe|erase|truncate|flush|reset|drop|destroy) (?:all|everything)\b|^(?:purge|wipe|truncate)\b|^factory reset$|^reset (?:database|db|system|environment|data)$/,
    sentences:
      /^(?:permanently )?(?:deletes?|removes?|clears?|purges?|wipes?|erases?|truncates?) (?:all\b|every\b|everything\b)|^(?:purges?|wipes?|truncates?) (?:the|a)\b/,
    applies: (operation) => changes(operation) && hasNoParameter(operation),
  },
  {
    name: 'bulk',
    description: 'changes many records at once',
    names:
      /^import\b(?! (?:settings?|status|options?|templates?|config(?:uration)?|errors?|jobs?|logs?|history|sources?)\b)|^(?:bulk|batch|mass) (?:\w+ )?(?:update|delete|remove|change|edit|patch|replace|import|archive)\b|^(?:update|delete|remove|change|edit|patch|replace|archive) (?:\w+ )*(?:in )?(?:bulk|batch)$/,
    sentences:
      /^imports? (?!duty|duties)|^(?:bulk|batch|mass)[ -](?:updates?|deletes?|edits?|changes?|imports?)\b|^(?:updates?|changes?|deletes?|removes?|replaces?) (?:[\w-]+ ){1,4}in (?:bulk|one request|a batch)\b/,
    applies: (operation) => changes(operation) && (operation.method !== 'DELETE' || hasNoParameter(operation)),
  },
];

/** Undefined for an operation that is tested like any other. */
export function findOutsideEffect(operation: Operation): OutsideEffect | undefined {
  const names = namesIn(operation);
  const sentences = sentencesIn(operation.description ?? '');
  for (const { name, description, isAnySentence = false, ...rule } of rules) {
    if (!rule.applies(operation)) continue;
    const named = names.find(({ words }) => rule.names.test(words));
    if (named !== undefined) return { name, description, evidence: named.evidence };
    const said = sentences
      .slice(0, isAnySentence ? undefined : MAX_FIRST)
      .find((sentence) => rule.sentences.test(sentence.toLowerCase()) && !isExcepted(sentence));
    if (said !== undefined) return { name, description, evidence: `the sentence ${JSON.stringify(said)}` };
  }
  return undefined;
}

/** `resend invitation` for `resendInvitation` and for `/users/{id}/resend-invitation`. */
function namesIn({ id, method, path }: Operation): readonly { readonly words: string; readonly evidence: string }[] {
  const segment = path.split('/').findLast((one) => one !== '') ?? '';
  // `/orders:batchUpdate`
  const last = segment.split(':').at(-1) ?? '';
  const names = [
    ...(id === `${method} ${path}` ? [] : [{ words: wordsIn(id), evidence: `the name ${id}` }]),
    ...(last.includes('{') ? [] : [{ words: wordsIn(last), evidence: `the path ${path}` }]),
  ];
  return names.filter(({ words }) => words !== '');
}

function wordsIn(name: string): string {
  const spaced = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return spaced
    .split(/[^A-Za-z0-9]+/)
    .join(' ')
    .trim()
    .toLowerCase();
}

/** The summary, and the sentence with which the description begins. */
const MAX_FIRST = 2;

const MAX_SENTENCE = 300;

function sentencesIn(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.replaceAll(/[*_`#]/g, '').trim())
    .filter((sentence) => sentence !== '' && sentence.length <= MAX_SENTENCE);
}

/** It says that something else happens, or that another does it. */
function isExcepted(sentence: string): boolean {
  return /\b(?:not?|never|without|instead of|unlike|(?:clients?|callers?|users?|you|browsers?|bod(?:y|ies)|requests?) (?:can |may |must |should |has to |have to )?sends?)\b/i.test(
    sentence,
  );
}
