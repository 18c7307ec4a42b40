/** Says what is wrong with a document in one sentence, out of the many that a schema validator gives. */

export interface ExplainedError {
  readonly message: string;
  /** JSON Pointer into the document. */
  readonly pointer: string;
}

interface AjvError {
  readonly instancePath: string;
  readonly message: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * The deepest errors say most: the ones above them are only the alternatives ("or a $ref") that did not fit either.
 */
export function explainSchemaErrors(error: unknown): ExplainedError {
  const telling = ajvErrors(error).filter((one) => !isNoise(one));
  const depth = Math.max(0, ...telling.map((one) => one.instancePath.split('/').length));
  const deepest = telling.filter((one) => one.instancePath.split('/').length === depth);
  const [first] = deepest;
  if (first === undefined)
    return { message: error instanceof Error ? error.message : String(error), pointer: '' };
  const same = deepest.filter((one) => one.instancePath === first.instancePath);
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

function sentence({ message, keyword, params }: AjvError): string {
  if (keyword === 'additionalProperties')
    return `"${String(params['additionalProperty'])}" is not allowed here`;
  if (keyword === 'unevaluatedProperties')
    return `"${String(params['unevaluatedProperty'])}" is not allowed here`;
  if (keyword === 'required') return `"${String(params['missingProperty'])}" is missing`;
  if (keyword === 'enum' && Array.isArray(params['allowedValues'])) {
    return `the value is none of ${params['allowedValues'].map(String).join(', ')}`;
  }
  return message;
}

function pointerOf({ instancePath, keyword, params }: AjvError): string {
  const extra =
    keyword === 'additionalProperties' ? params['additionalProperty'] : params['unevaluatedProperty'];
  return typeof extra === 'string'
    ? `${instancePath}/${extra.replaceAll('~', '~0').replaceAll('/', '~1')}`
    : instancePath;
}

function ajvErrors(error: unknown): readonly AjvError[] {
  if (!(error instanceof Error) || !('details' in error) || !Array.isArray(error.details)) return [];
  return error.details.filter(isAjvError);
}

function isAjvError(value: unknown): value is AjvError {
  return (
    typeof value === 'object' &&
    value !== null &&
    'instancePath' in value &&
    'keyword' in value &&
    'params' in value
  );
}
