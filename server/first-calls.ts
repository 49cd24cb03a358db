import type { inferRouterInputs } from '@trpc/server'
import type { FirstCall } from '#shared/base/screens.ts'
import { FRAME_CALLS, SCREENS } from '#shared/door/screens.ts'
import type { FirstCalls } from './door/http/pages/page-data.ts'
import type { AppRouter } from './router.ts'

type Inputs = inferRouterInputs<AppRouter>

/** The calls that the router takes: a screen that declares any other doesn't compile here. */
type KnownCall = {
  [Domain in keyof Inputs & string]: {
    [Name in keyof Inputs[Domain] & string]: FirstCall<`${Domain}.${Name}`, Inputs[Domain][Name]>
  }[keyof Inputs[Domain] & string]
}[keyof Inputs & string]

export const firstCalls: FirstCalls = (address, filtered, user, now) => {
  const screen = filtered ? undefined : SCREENS.find((declared) => declared.address === address)
  const own: readonly KnownCall[] = screen?.firstCalls?.({ ...user, now }) ?? []
  return [...(FRAME_CALLS satisfies readonly KnownCall[]), ...own]
}
