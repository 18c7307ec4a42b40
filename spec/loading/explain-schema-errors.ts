/** Describes what is wrong with a document in one sentence, from the many errors of a schema validator. */
import { joinPointer } from '../json/pointer.ts';

export interface ExplainedError {
  readonly message: string;
  /** JSON Pointer into the document. */
  readonly pointer: string;
}

export interface AjvError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly message?: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * The deepest errors are the most specific: those above them are only alternatives ("or a $ref") that did not match
 * either.
 */
function explainDeepestError(errors: readonly AjvError[]): ExplainedError {
  const relevant = errorsOfIntendedBranch(errors.filter((one) => !isRedundant(one)));
  const depth = Math.max(0, ...relevant.map((one) => one.instancePath.split('/').length));
  const deepestErrors = relevant.filter((one) => one.instancePath.split('/').length === depth);
  const [first] = deepestErrors;
  if (first === undefined) return { message: 'the document does not conform to the OpenAPI schema', pointer: '' };
  const same = mergeEnums(deepestErrors.filter((one) => one.instancePath === first.instancePath));
  const sentences = [...new Set(same.map(describeError))].slice(0, 3);
  return {
    message: `${first.instancePath || 'the document'}: ${sentences.join('; ')}`,
    pointer: errorPointer(first),
  };
}

const MAX_ERRORS = 5;

/**
 * Returns one error for each invalid operation or component, up to `MAX_ERRORS`: further errors within one part may
 * follow from the first.
 */
export function explainErrorsByPart(errors: readonly AjvError[]): readonly [ExplainedError, ...ExplainedError[]] {
  const first = explainDeepestError(errors);
  const otherErrors: ExplainedError[] = [];
  let remaining = errorsElsewhere(first, errors);
  while (remaining.length > 0 && otherErrors.length < MAX_ERRORS - 1) {
    const other = explainDeepestError(remaining);
    otherErrors.push(other);
    remaining = errorsElsewhere(other, remaining);
  }
  return [first, ...otherErrors];
}

/** Removes errors of the same operation or component, and errors of the nodes that contain it. */
function errorsElsewhere({ pointer }: ExplainedError, errors: readonly AjvError[]): readonly AjvError[] {
  const part = pointerPart(pointer);
  return errors.filter(({ instancePath }) => !`${part}/`.startsWith(`${pointerPart(instancePath)}/`));
}

/** `/paths/~1a/get`, `/components/schemas/Order` */
function pointerPart(pointer: string): string {
  return pointer.split('/').slice(0, 4).join('/');
}

/** An invalid part that may be a Reference Object fails twice: as itself, and for not being a `$ref`. */
function isRedundant({ keyword, params, schemaPath }: AjvError): boolean {
  return (
    keyword === 'oneOf' ||
    keyword === 'if' ||
    // The error for the name itself already covers this one.
    (keyword === 'pattern' && schemaPath.includes('/propertyNames/')) ||
    (keyword === 'required' && params['missingProperty'] === '$ref')
  );
}

/**
 * Parameters and security schemes are alternatives distinguished by their `in` or `type`. The alternative that the
 * value of this field selects is the intended one; errors of the others are irrelevant.
 */
function errorsOfIntendedBranch(errors: readonly AjvError[]): readonly AjvError[] {
  const otherErrors = new Set(
    errors.filter(isOtherType).map((one) => `${parentPointer(one.instancePath)} ${schemaBranch(one)}`),
  );
  const isIrrelevant = (one: AjvError) =>
    isOtherType(one) ||
    [one.instancePath, parentPointer(one.instancePath)].some((at) => otherErrors.has(`${at} ${schemaBranch(one)}`));
  const intended = errors.filter((one) => !isIrrelevant(one));
  return intended.length > 0 ? intended : errors;
}

function isOtherType({ instancePath, keyword, params }: AjvError): boolean {
  const allowed = params['allowedValues'];
  return keyword === 'enum' && /\/(in|type)$/.test(instancePath) && Array.isArray(allowed) && allowed.length === 1;
}

/** The part of the validator's schema that an error comes from, without the keyword. */
function schemaBranch({ schemaPath }: AjvError): string {
  return schemaPath.replace(/\/(?:properties\/[^/]+\/)?[^/]+$/, '');
}

function parentPointer(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

/** Each alternative has an enum with its own value; the message should list all of them. */
function mergeEnums(errors: readonly AjvError[]): readonly AjvError[] {
  const enums = errors.filter((one) => one.keyword === 'enum');
  const [first] = enums;
  if (first === undefined || enums.length === 1) return errors;
  const allowedValues = enums.flatMap(({ params }) =>
    Array.isArray(params['allowedValues']) ? params['allowedValues'].map(String) : [],
  );
  return [{ ...first, params: { allowedValues } }, ...errors.filter((one) => one.keyword !== 'enum')];
}

/** Fields that exclude each other, by the name of the rule in the schema of OpenAPI. */
const exclusiveKeywords: readonly (readonly [part: string, sentence: string])[] = [
  ['ExampleXORExamples/not', '"example" and "examples" are mutually exclusive'],
  ['SchemaXORContent/not', '"schema" and "content" are mutually exclusive'],
  ['SchemaXORContent/oneOf', '"content" excludes style, explode, allowReserved and example'],
  ['Link/not', '"operationId" and "operationRef" are mutually exclusive'],
];

function describeError({ message, keyword, params, schemaPath, instancePath }: AjvError): string {
  if (keyword === 'additionalProperties' && instancePath === '/paths')
    return `"${String(params['additionalProperty'])}" is not a path: a path starts with "/"`;
  if (keyword === 'additionalProperties') return `"${String(params['additionalProperty'])}" is not allowed here`;
  if (keyword === 'propertyNames')
    return `"${String(params['propertyName'])}" is not a valid name: use only letters, digits, ".", "_" and "-"`;
  if (keyword === 'unevaluatedProperties') return `"${String(params['unevaluatedProperty'])}" is not allowed here`;
  if (keyword === 'required') return `"${String(params['missingProperty'])}" is missing`;
  if (keyword === 'enum' && Array.isArray(params['allowedValues'])) {
    return `the value is not one of ${[...new Set(params['allowedValues'].map(String))].join(', ')}`;
  }
  if (keyword === 'not')
    return exclusiveKeywords.find(([part]) => schemaPath.includes(part))?.[1] ?? 'not allowed in this combination';
  return message ?? keyword;
}

function errorPointer({ instancePath, params }: AjvError): string {
  const extra = params['additionalProperty'] ?? params['unevaluatedProperty'] ?? params['propertyName'];
  return typeof extra === 'string' ? joinPointer(instancePath, extra) : instancePath;
}
