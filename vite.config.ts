import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const apiCalls =
  '^/(api|users|available|booking|admin|service|doctors|create-payment-intent|contact-messages|vitals|calendar)(/|\\?|$)'

export default defineConfig({
  root: 'client',
  plugins: [react()],
  define: {
    // What the prerendered footer says; hydration starts from the same year.
    'import.meta.env.BUILD_YEAR': JSON.stringify(new Date().getFullYear()),
  },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    // Pictures stay out of the scripts.
    assetsInlineLimit: 0,
  },
  server: { proxy: { [apiCalls]: 'http://127.0.0.1:5000' } },
})
