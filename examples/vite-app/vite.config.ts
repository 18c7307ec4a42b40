import { plantStore } from 'plant-store/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [plantStore({ spec: `${import.meta.dirname}/shop.yaml`, prefix: '/api' })],
});
