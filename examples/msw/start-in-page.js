/** Starts the mock in a page: in development, in Storybook's preview or in a browser test. */
import { http } from 'msw';
import { setupWorker } from 'msw/browser';
import { mockHandlers } from 'plant-store/msw/browser';

const mock = await mockHandlers(http, { spec: '/shop.yaml', baseUrl: 'https://shop.example.com' });
await setupWorker(...mock.handlers).start();
