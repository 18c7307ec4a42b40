/**
 * Sentences that say that the records of one user are out of reach of another. Only plain sentences about the records
 * themselves count: one about a property, a state or a condition says nothing about the rest. The same forms are listed
 * in docs/reference/sentences.md#records-of-another-user.
 */
import { escapeRegExp } from '../../../../sanitize.ts';
import { splitSentences } from '../../../../spec/model/sentences.ts';

/** What a sentence excludes for other users. */
export type ExcludedUse = 'read' | 'change' | 'delete';

export interface IsolationSentence {
  /** As in the contract. */
  readonly sentence: string;
  /** `everything` includes actions, and requests that create something below a record. */
  readonly excludes: ReadonlySet<ExcludedUse> | 'everything';
}

/** `nouns` name the records. The sentences that exclude other users; none where a sentence next to it grants access to some of them. */
export function findIsolationSentences(text: string, nouns: readonly string[]): readonly IsolationSentence[] {
  const patterns = createPatterns(nouns);
  const sentences = splitSentences(text);
  return sentences.flatMap((sentence, index) => {
    const excludes = excludedBy(sentence, patterns);
    const nearby = sentences.slice(Math.max(0, index - 1), index + 2).join(' ');
    return excludes === undefined || grantsAccess(nearby) ? [] : [{ sentence, excludes }];
  });
}

/** Of one operation: `Returns the orders of the authenticated user.` */
export function findOwnRecordsSentence(text: string, nouns: readonly string[]): IsolationSentence | undefined {
  const { ofCaller } = createPatterns(nouns);
  return findOne(text, ofCaller, new Set(['read']));
}

/** Of a 403 or 404: `The order does not exist or belongs to another user.` */
export function findRejectionSentence(text: string, nouns: readonly string[]): IsolationSentence | undefined {
  const { ofAnother } = createPatterns(nouns);
  return findOne(text, ofAnother, 'everything');
}

/** Whether the text gives other users access too, for example administrators, or those a record is shared with. */
export function grantsAccess(text: string): boolean {
  return GRANTED.test(text);
}

function findOne(
  text: string,
  pattern: RegExp,
  excludes: IsolationSentence['excludes'],
): IsolationSentence | undefined {
  const sentence = splitSentences(text).find((one) => pattern.test(one));
  return sentence === undefined || grantsAccess(text) ? undefined : { sentence, excludes };
}

interface SentencePatterns {
  /** Everything is out of reach. */
  readonly separations: readonly RegExp[];
  /** The verbs of the sentence say what is out of reach. */
  readonly exclusions: readonly RegExp[];
  readonly ofCaller: RegExp;
  readonly ofAnother: RegExp;
}

const USER =
  '(?:users?|tenants?|accounts?|customers?|clients?|callers?|owners?|organi[sz]ations?|compan(?:y|ies)|merchants?|subscribers?|keys?|tokens?|workspaces?)';
const OTHER = `(?:(?:an|any )?other ${USER}|each other|one another|anyone else|anybody else)`;
const OWNER = `(?:the|its|their|his|her) (?:${USER} (?:who|that|which) (?:created|owns|uploaded|wrote) (?:it|them)|owner|creator|author|owning ${USER})(?!['’]s)\\b`;
const CALLER = `the (?:(?:currently )?(?:authenticated|current|calling|logged-in|signed-in|requesting) ${USER}|caller)`;
const OWN = '(?:its|his|her|their|your) own';

const READ =
  '(?:see|sees|seen|read|reads|view|views|viewed|visible|list|lists|listed|show|shown|return|returned|retrieve|retrieved|fetch|fetched|found)';
const MANAGE = '(?:manage|manages|managed)';
const CHANGE =
  '(?:change|changes|changed|modify|modifies|modified|edit|edits|edited|update|updates|updated|replace|replaced)';
const DELETE = '(?:delete|deletes|deleted|remove|removes|removed)';
const ACCESS = '(?:access|accesses|accessed|accessible|reach|reached|reachable|ha(?:s|ve) access to)';
const VERB = `(?:${READ}|${CHANGE}|${DELETE}|${MANAGE}|${ACCESS})`;
/** `read and changed`, `see, change or delete` */
const VERBS = `${VERB}(?:(?:,| or| and|, or|, and| nor) ${VERB})*`;
const CANNOT = "(?:cannot|can['’]t|can not|may not|must not|is not|are not|isn['’]t|aren['’]t|never)(?: (?:be|ever))*";
const HIDDEN = '(?:is|are) (?:hidden|invisible|inaccessible)';

function createPatterns(nouns: readonly string[]): SentencePatterns {
  const things = `(?:records?|resources?|data|objects?|items?|everything${nouns.map((noun) => `|${escapeRegExp(noun)}`).join('')})`;
  const thing = `(?:(?:all|the|an?|any|these|those|its|every) )*${things}`;
  const ofUser = `(?: (?:of|belonging to|owned by|created by) (?:an?|one|the|each|every) ${USER})?`;
  return {
    separations: [
      new RegExp(
        `^(?:what belongs to (?:an?|one) ${USER}|${thing}${ofUser}) do(?:es)? not exist for (?:${OTHER}|another)\\b`,
        'i',
      ),
      new RegExp(
        `^(?:the )?(?:${USER}|${thing}${ofUser}) (?:is|are) (?:\\w+ly )?isolated (?:from (?:each other|one another|${OTHER})|(?:per|by|between) ${USER})`,
        'i',
      ),
    ],
    exclusions: [
      // `What belongs to one user cannot be read or changed by another one.`
      new RegExp(
        `^what belongs to (?:an?|one) ${USER} (?:${CANNOT} ${VERBS} (?:to|by|for)|${HIDDEN} (?:to|from|for)) (?:${OTHER}|another(?: one)?)\\b`,
        'i',
      ),
      // `Orders of other users are not visible.`
      new RegExp(`^${thing} (?:of|from|belonging to|owned by) ${OTHER} (?:${CANNOT} ${VERBS}|${HIDDEN})\\b`, 'i'),
      // `An order is not visible to other users`, `cannot be deleted by another user`
      new RegExp(`^${thing}${ofUser} (?:${CANNOT} ${VERBS} (?:to|by|for)|${HIDDEN} (?:to|from|for)) ${OTHER}\\b`, 'i'),
      // `A user cannot see the orders of other users.`
      new RegExp(
        `^(?:an? |the |no )?${USER} (?:${CANNOT}|can) ${VERBS} ${thing} (?:of|from|belonging to|owned by) ${OTHER}\\b`,
        'i',
      ),
      // `Only the owner can delete an order.`
      new RegExp(`^only ${OWNER} (?:can|may|is (?:allowed|permitted|able) to) ${VERBS} ${thing}(?!['’]s)[.!;]?$`, 'i'),
      new RegExp(`^only ${OWNER} has access to ${thing}(?!['’]s)[.!;]?$`, 'i'),
      // `An order can be deleted only by its owner`, `is visible only to the user who created it`
      new RegExp(
        `^${thing}${ofUser} (?:(?:can|may) (?:be )?|is |are )(?:only )?(?:be )?${VERBS} (?:only |exclusively )?(?:by|to|for) ${OWNER}`,
        'i',
      ),
      // `Each key sees its own orders`, `Users can access only their own orders`
      new RegExp(`^(?:each|every) ${USER} (?:can )?(?:only )?${VERBS} (?:only )?${OWN} ${things}(?!['’]s)\\b`, 'i'),
      new RegExp(
        `^(?:(?:an?|the) )?(?:${USER}|you) (?:can )?(?:only ${VERBS}|${VERBS} only) ${OWN} ${things}(?!['’]s)\\b`,
        'i',
      ),
    ],
    ofCaller: new RegExp(
      `(?:^|\\b(?:list|page|return|returns|lists|get|gets|read|reads|retrieves?|all|the|an?|one) )${things} (?:of|belonging to|owned by|created by) ${CALLER}(?!['’]s)\\b|\\b${CALLER}['’]s (?:own )?${things}(?!['’]s)\\b`,
      'i',
    ),
    ofAnother: new RegExp(
      `^(?:(?:the|this|such an?|no such|an?) )?${things}(?: (?:does not exist|is unknown|is not found|was not found|not found),? or)?(?: it)? (?:belongs to|is owned by|is that of) (?:another|a different) ${USER}\\b`,
      'i',
    ),
  };
}

/** Then the sentence says no more than when it applies. */
const CONDITION = /\b(?:if|when|while|until|unless|as long as|by default|except\w*)\b/i;

function excludedBy(
  sentence: string,
  { separations, exclusions }: SentencePatterns,
): IsolationSentence['excludes'] | undefined {
  if (CONDITION.test(sentence)) return undefined;
  if (separations.some((pattern) => pattern.test(sentence))) return 'everything';
  const pattern = exclusions.find((one) => one.test(sentence));
  if (pattern === undefined || isPermission(sentence)) return undefined;
  if (has(sentence, ACCESS)) return 'everything';
  const uses: readonly (readonly [ExcludedUse, string])[] = [
    ['read', `(?:${READ}|hidden|invisible)`],
    ['change', `(?:${CHANGE}|${MANAGE})`],
    ['delete', `(?:${DELETE}|${MANAGE})`],
  ];
  return new Set(uses.filter(([, verbs]) => has(sentence, verbs)).map(([use]) => use));
}

/** `A user can see the orders of other users` has the form of `no user can see ...`. */
function isPermission(sentence: string): boolean {
  const isAboutOthers = new RegExp(`\\bcan ${VERBS}\\b.*\\b(?:of|from|belonging to|owned by) ${OTHER}`, 'i').test(
    sentence,
  );
  return isAboutOthers && !/^no\b/i.test(sentence);
}

function has(sentence: string, verbs: string): boolean {
  return new RegExp(`\\b${verbs}\\b`, 'i').test(sentence);
}

/** Words that give some other users access; `invitations` in a list of what there is give none. */
const GRANTED =
  /\b(?:exceptions?|admin\w*|superusers?|staff|moderators?|shared?|sharing|public\w*|invit(?:e[sd]?|ees?|ing)|(?:an|by|with|without|through|via|after) invitations?|grant\w*|delegat\w*|collaborat\w*|permissions?|roles?|teams?|members?|groups?|follow\w*|friends?|(?:all|any|every) (?:users?|tenants?|accounts?|customers?|clients?)|everyone|anyone(?! else)|everybody|anybody(?! else))\b/i;
