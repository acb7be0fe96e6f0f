import type { Deps } from '../app.ts'
import type { Serve } from '../serve.ts'

export function doctorRoutes(_serve: Serve, _deps: Deps): void {}
