/** Properties whose value must name an existing record of another resource, where a sentence of the contract says so. */
import { escapeRegExp } from '../../sanitize.ts';
import { memoizePair } from '../memoize.ts';
import type { Contract, Operation } from '../model/contract.ts';
import { declaredProperties } from '../model/schema-view.ts';
import { sentencesOf } from '../model/sentences.ts';
import { findReferencedResource } from './foreign-keys.ts';
import { lastLiteral, splitPath, templateShape } from './path-templates.ts';
import { requestMedia } from './record-views.ts';
import { findResources, type Resource } from './resources.ts';

export interface CheckedReference {
  /** A property of the request body. */
  readonly property: string;
  /** The resource whose records it names. */
  readonly resource: Resource;
  /** As in the contract. */
  readonly sentence: string;
}

/** For example `customerId`, if `An unknown customer is rejected with 422.` */
export const findCheckedReferences = memoizePair(
  (contract: Contract, operation: Operation): readonly CheckedReference[] => {
    const schema = requestMedia(operation)?.schema;
    if (schema === undefined) return [];
    const own = templateShape(splitPath(operation.path).collection);
    const others = findResources(contract).filter(({ collection }) => templateShape(collection) !== own);
    return [...declaredProperties(schema)].flatMap(([property, { description = '' }]) => {
      const resource = findReferencedResource([property], others);
      // Records below others have an id only there, and those above the operation are named by its path.
      if (resource?.hasKnownRecords !== true || resource.collection.includes('{') || isAbove(resource, operation))
        return [];
      const sentence = findRejection(operation, { noun: lastLiteral(resource.collection), description });
      return sentence === undefined ? [] : [{ property, resource, sentence }];
    });
  },
);

function isAbove({ item }: Resource, { path }: Operation): boolean {
  return item !== undefined && templateShape(path).startsWith(`${templateShape(item)}/`);
}

interface ReferencedNoun {
  /** As in the path: `customers`. */
  readonly noun: string;
  /** Of the property. */
  readonly description: string;
}

/** The sentence that rejects a reference to a record that does not exist; undefined where none does. */
export function findRejection(operation: Operation, { noun, description }: ReferencedNoun): string | undefined {
  if (noun === '') return undefined;
  const patterns = rejectionPatterns(nounPattern(noun));
  const sentences = sentencesOf(operation.description ?? '');
  const stated = sentences.find((sentence, index) => {
    if (DENIAL.test(sentence)) return false;
    const isContinued = patterns.continued.test(sentence) && REJECTION.test(sentences[index - 1] ?? '');
    return isContinued || patterns.rejected.some((pattern) => pattern.test(sentence));
  });
  if (stated !== undefined) return stated;
  const required = sentencesOf(description).find((one) => !DENIAL.test(one) && patterns.required.test(one));
  if (required !== undefined) return required;
  return operation.responses
    .filter(({ status }) => /^4\d\d$/.test(status))
    .flatMap((response) => sentencesOf(response.description))
    .find((sentence) => !DENIAL.test(sentence) && patterns.missing.test(sentence));
}

const REJECTION = /\b(?:rejected|rejects?|4\d\d|fails?|errors?)\b/i;

/** "An unknown customer is not rejected.", "is created", "is ignored". */
const DENIAL =
  /\b(?:(?:is|are|gets?) (?:created|ignored|accepted|kept|stored)|not (?:rejected|checked|validated|an error)|never|may|might|usually)\b/i;

function rejectionPatterns(noun: string) {
  const unknown = `(?:unknown|non-?existent|non-?existing|missing) ${noun}(?: ids?)?`;
  const isMissing = `${noun}(?: id)? (?:(?:does|do|did) not exist|doesn['’]t exist|(?:is|are|was) (?:unknown|missing)|(?:(?:is|are|was) )?not found|(?:cannot|could not) be found)`;
  const rejection =
    '(?:rejected|rejects?|returns? (?:an? )?(?:error|4\\d\\d)|4\\d\\d|fails?|error|responds with 4\\d\\d)';
  return {
    continued: pattern(`^so (?:is|are) (?:an? |any )?${unknown}$`),
    rejected: [
      `\\b${unknown} (?:is|are|gets?|leads? to|causes?|results? in)\\b.*\\b${rejection}\\b`,
      `\\b(?:rejects?|rejected for) (?:an? |any )?${unknown}\\b`,
      `\\b${rejection}\\b.*\\b(?:if|when|for)\\b (?:the |an? |its |this )?(?:${isMissing}|${unknown})`,
      `\\b(?:if|when) (?:the |an? |its |this )?${isMissing}\\b.*\\b${rejection}\\b`,
      `^the ${noun} must (?:already )?exist$`,
    ].map(pattern),
    required: pattern(
      `\\b(?:must|has to) (?:be|refer to|name|identify) (?:the id of )?an existing ${noun}\\b|^the ${noun} must (?:already )?exist$`,
    ),
    missing: pattern(
      `^(?:(?:there is )?no such ${noun}|(?:an? )?${unknown}|(?:the |this )?${isMissing})(?: or\\b.*)?$`,
    ),
  };
}

function pattern(source: string): RegExp {
  return new RegExp(source, 'i');
}

/** `customers` and `customer`; `line-items` is also written `line item`. */
function nounPattern(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').split(/[-_]/);
  const last = words.at(-1) ?? '';
  const forms = [last, last.replace(/ies$/, 'y'), last.replace(/(?<=ss|sh|ch|x|z)es$/, ''), last.replace(/s$/, '')];
  const singular = [...new Set(forms)].map((form) => escapeRegExp(form)).join('|');
  return [...words.slice(0, -1).map((word) => escapeRegExp(word)), `(?:${singular})`].join('[-_ ]?');
}
