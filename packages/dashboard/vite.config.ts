import { defineConfig } from 'vite';

// The page is served by the gateway from `/`; it asks nobody else for anything.
export default defineConfig({
  resolve: { conditions: ['@rutbreak/source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2022',
    // Fonts and pictures in the style sheet would be data: addresses, which the gateway's policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
});
