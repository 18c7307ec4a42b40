/** `npm run bench [verify|mock]`: speeds as ratios to a baseline of the same run, since machines differ and are shared. */
import { loadContract } from '../../spec/load.ts';
import { benchMock } from './mock.ts';
import { benchVerifier } from './verifier.ts';

const contract = await loadContract(new URL('../../spec/plant-store.yaml', import.meta.url).href);
const wanted = process.argv.slice(2);
if (wanted.length === 0 || wanted.includes('verify')) await benchVerifier(contract);
if (wanted.length === 0 || wanted.includes('mock')) await benchMock(contract);
