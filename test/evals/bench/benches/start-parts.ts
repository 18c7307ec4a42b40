/** One start of the mock server part by part, for `start.ts`, which gives it a compile cache; prints the parts as JSON. */
const parts: { readonly part: string; readonly wallMs: number; readonly cpuMs: number }[] = [];
let [wallBefore, cpuBefore] = [0, 0];

/** Since the part before. */
function done(part: string): void {
  const { user, system } = process.cpuUsage();
  const [wall, cpu] = [performance.now(), (user + system) / 1000];
  parts.push({ part, wallMs: wall - wallBefore, cpuMs: cpu - cpuBefore });
  [wallBefore, cpuBefore] = [wall, cpu];
}

done('Node');
await import('js-yaml');
await import('ajv-formats/dist/formats.js');
await import('saxes');
done('packages: js-yaml, saxes, formats');
const { loadContract } = await import('../../../../spec/loading/load-contract.ts');
const { serveMock } = await import('../../../../mock/serve/mock-server.ts');
const { startupLines } = await import('../../../../mock/start/startup-message/startup-message.ts');
await import('../../../../cli/actions/mock/mock.ts');
done("the kit's modules");
await import('ajv-draft-04');
done('packages: Ajv');
const { findSchemaErrors } = await import('../../../../spec/loading/check-document.ts');
await findSchemaErrors({ openapi: '3.0.3', info: { title: '', version: '' }, paths: {} }, '3.0');
done('the schema of OpenAPI, compiled by Ajv');
const contract = await loadContract(new URL('../../../../spec/plant-store.yaml', import.meta.url).href);
done('reading the document');
const mock = await serveMock(contract);
done('listening');
const { url, token, controlToken } = mock;
const facts = { auth: true, isTokenSecret: false, isControlTokenSecret: false, upstream: undefined };
startupLines([{ prefix: '', contract }], { ...facts, url, token, controlToken, fingerprint: undefined });
done('the ready lines');
await mock.preload();
done('Prism, after the ready lines');
process.stdout.write(JSON.stringify(parts));
await mock.close();
