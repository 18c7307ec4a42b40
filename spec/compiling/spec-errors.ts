/** Says what is wrong with a document in one sentence, out of the many that a schema validator gives. */

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
 * The deepest errors say most: the ones above them are only the alternatives ("or a $ref") that did not fit either.
 */
export function explainSchemaErrors(errors: readonly AjvError[]): ExplainedError {
  const telling = ofTheMeantBranch(errors.filter((one) => !isNoise(one)));
  const depth = Math.max(0, ...telling.map((one) => one.instancePath.split('/').length));
  const deepest = telling.filter((one) => one.instancePath.split('/').length === depth);
  const [first] = deepest;
  if (first === undefined) return { message: 'the document is not as OpenAPI has it', pointer: '' };
  const same = mergeEnums(deepest.filter((one) => one.instancePath === first.instancePath));
  const sentences = [...new Set(same.map(sentence))].slice(0, 3);
  return {
    message: `${first.instancePath || 'the document'}: ${sentences.join('; ')}`,
    pointer: pointerOf(first),
  };
}

/** Every part that may be a Reference Object fails twice when it is wrong: as itself, and for not being a `$ref`. */
function isNoise({ keyword, params }: AjvError): boolean {
  return (
    keyword === 'oneOf' ||
    keyword === 'if' ||
    (keyword === 'required' && params['missingProperty'] === '$ref')
  );
}

/**
 * Parameters and security schemes are alternatives told apart by one word, their `in` or `type`. The one whose word
 * stands there is meant; what the others ask for is beside the point.
 */
function ofTheMeantBranch(errors: readonly AjvError[]): readonly AjvError[] {
  const others = new Set(
    errors.filter(isOtherWord).map((one) => `${parentOf(one.instancePath)} ${branchOf(one)}`),
  );
  const isBeside = (one: AjvError) => isOtherWord(one) || others.has(`${one.instancePath} ${branchOf(one)}`);
  const meant = errors.filter((one) => !isBeside(one));
  return meant.length > 0 ? meant : errors;
}

function isOtherWord({ instancePath, keyword, params }: AjvError): boolean {
  const allowed = params['allowedValues'];
  return (
    keyword === 'enum' && /\/(in|type)$/.test(instancePath) && Array.isArray(allowed) && allowed.length === 1
  );
}

/** The part of the validator's schema that an error comes from, without the keyword. */
function branchOf({ schemaPath }: AjvError): string {
  return schemaPath.replace(/\/(?:properties\/[^/]+\/)?[^/]+$/, '');
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

/** Each alternative names its own word; the reader wants all of them at once. */
function mergeEnums(errors: readonly AjvError[]): readonly AjvError[] {
  const enums = errors.filter((one) => one.keyword === 'enum');
  const [first] = enums;
  if (first === undefined || enums.length === 1) return errors;
  const allowedValues = enums.flatMap(({ params }) =>
    Array.isArray(params['allowedValues']) ? params['allowedValues'].map(String) : [],
  );
  return [{ ...first, params: { allowedValues } }, ...errors.filter((one) => one.keyword !== 'enum')];
}

function sentence({ message, keyword, params }: AjvError): string {
  if (keyword === 'additionalProperties')
    return `"${String(params['additionalProperty'])}" is not allowed here`;
  if (keyword === 'unevaluatedProperties')
    return `"${String(params['unevaluatedProperty'])}" is not allowed here`;
  if (keyword === 'required') return `"${String(params['missingProperty'])}" is missing`;
  if (keyword === 'enum' && Array.isArray(params['allowedValues'])) {
    return `the value is none of ${params['allowedValues'].map(String).join(', ')}`;
  }
  return message ?? keyword;
}

function pointerOf({ instancePath, keyword, params }: AjvError): string {
  const extra =
    keyword === 'additionalProperties' ? params['additionalProperty'] : params['unevaluatedProperty'];
  return typeof extra === 'string'
    ? `${instancePath}/${extra.replaceAll('~', '~0').replaceAll('/', '~1')}`
    : instancePath;
}
