import type { Deps } from '../app.ts'
import type { Serve } from '../serve.ts'

export function dayRoutes(_serve: Serve, _deps: Deps): void {}
