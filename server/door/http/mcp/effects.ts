import { type EventName, kindOf } from '#shared/reactions/events.ts'
import type { ProcedureEffect } from '../../../base/core/context.ts'
import { sendsMail } from '../../../reactions/mail/react.ts'

/** It deletes, moves money, contacts people or can't be undone, so it requires confirmation. */
export const isGrave = (name: EventName): boolean => {
  const { effect } = kindOf(name)
  return effect === 'removes' || effect === 'commits' || sendsMail(name)
}

const leavesPortal = (name: EventName): boolean => {
  const { notifies = [], webhook } = kindOf(name)
  return sendsMail(name) || webhook !== undefined || notifies.length > 0
}

export interface Consequences {
  /** It may do more than add data. */
  destructive: boolean
  /** Repeating it has no further effect. */
  idempotent: boolean
  /** It may send emails or webhooks, or call another service. */
  outside: boolean
  /** It may require confirmation. */
  grave: boolean
}

/** Possible consequences, derived from the events it may record. */
export function consequencesOf({ records, uses, sends }: ProcedureEffect): Consequences {
  const silent = sends === undefined
  const outside = !silent || uses !== undefined || records.some(leavesPortal)
  const effects = records.map((name) => kindOf(name).effect)
  return {
    destructive: !silent || effects.some((effect) => effect !== 'adds'),
    idempotent: !outside && effects.every((effect) => effect === 'sets' || effect === 'removes'),
    outside,
    grave: !silent || records.some((name) => isGrave(name) || kindOf(name).announces !== undefined),
  }
}
