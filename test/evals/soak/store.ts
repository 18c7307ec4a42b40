/** The fake store of the soak, in a process of its own. */
import { startMock } from '../../../mock/index.ts';
import { reportUsageOnMessage } from './process-usage.ts';

const mock = await startMock({ token: process.env['PLANT_STORE_TOKEN'] ?? '' });
process.send?.(mock.url);
// Records and journal are kept up to their bounds; what is left without them is what could grow.
reportUsageOnMessage(async () => {
  await mock.reset();
  return {};
});
