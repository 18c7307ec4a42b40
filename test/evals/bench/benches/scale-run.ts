/** One run, for `scale.ts`: `scale-run.ts DOCUMENT BASE_URL BUDGET`; prints its figures as JSON. */
import { runConformance } from '../../../../contracts/conformance/run.ts';
import { loadContract } from '../../../../spec/loading/load-contract.ts';
import { TOKEN } from '../servers.ts';

const [document = '', baseUrl = '', budget = ''] = process.argv.slice(2);
const contract = await loadContract(document);
const credentials = { token: TOKEN, byScheme: new Map<string, string>() };
const limits = { timeoutMs: 10_000, concurrency: 4, categories: [], budget: Number(budget) };
for await (const event of runConformance({ contract, baseUrl, credentials, ...limits })) {
  if (event.type !== 'finished') continue;
  const { cases, requests, ms, findings } = event.result;
  if (findings.length > 0) throw new Error(`the mock server breaks its contract: ${findings[0]?.check}`);
  process.stdout.write(JSON.stringify({ cases, requests, ms, rss: process.resourceUsage().maxRSS }));
}
