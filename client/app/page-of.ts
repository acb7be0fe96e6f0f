import { lazyPage } from './lazy-page.tsx'

/**
 * A page by its name in pages.tsx. Where the scripts of those pages lie is itself fetched with the
 * first of them: the public pages, with which most visits begin, do not carry that long list.
 */
export const pageOf = (name: Exclude<keyof typeof import('../pages.tsx'), 'dashboardPages'>) =>
  lazyPage(async () => (await import('../pages.tsx'))[name]())
