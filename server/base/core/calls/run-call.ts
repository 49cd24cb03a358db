import type { Ctx } from '../context.ts'

/** Runs a caller's work within their fair share and counts it as in progress. */
export function runCall<Result>(
  { actor, reach, services }: Ctx,
  network: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const member = actor.userId ?? network
  const caller = { lane: reach.agencyId ?? member, member }
  return services.inFlight.run(() => services.share.run(caller, work, signal))
}
