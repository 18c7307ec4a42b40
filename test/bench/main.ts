/** `npm run bench [verify|mock|load [FILE...]|scale]`: speeds as ratios to a baseline of the same run, since machines differ and are shared. */
import { loadContract } from '../../spec/load.ts';
import { benchLoad } from './load.ts';
import { benchMock } from './mock.ts';
import { benchScale } from './scale.ts';
import { benchVerifier } from './verifier.ts';

const contract = await loadContract(new URL('../../spec/plant-store.yaml', import.meta.url).href);
const names = ['verify', 'mock', 'load', 'scale'];
const wanted = process.argv.slice(2).filter((word) => names.includes(word));
const files = process.argv.slice(2).filter((word) => !names.includes(word));
if (wanted.length === 0 || wanted.includes('verify')) await benchVerifier(contract);
if (wanted.length === 0 || wanted.includes('mock')) await benchMock(contract);
if (wanted.length === 0 || wanted.includes('load')) await benchLoad(files);
if (wanted.length === 0 || wanted.includes('scale')) await benchScale();
