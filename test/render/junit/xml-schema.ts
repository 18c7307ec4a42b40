/** What libxml2 says of a document by an XML Schema. */
import { readFileSync } from 'node:fs';
import { validateXML } from 'xmllint-wasm';

const junit = readFileSync(new URL('../../fixtures/report-schemas/junit.xsd', import.meta.url), 'utf8');

/** Its messages; none for a valid document. */
export async function junitSchemaErrors(xml: string): Promise<readonly string[]> {
  const { valid, errors, rawOutput } = await validateXML({
    xml: { fileName: 'junit.xml', contents: xml },
    schema: { fileName: 'junit.xsd', contents: junit },
    // Of 64 kB: a report of hundreds of findings does not fit into the 16 MB that it has else.
    initialMemoryPages: 1024,
    maxMemoryPages: 8192,
  });
  return valid ? [] : [...errors.map(({ message }) => message), rawOutput];
}
