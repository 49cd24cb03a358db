import { z } from 'zod'
import { PLAN_KINDS } from '#shared/packages.ts'

/** What the address of the packages screen holds. */
export const packagesSearch = z.object({
  kind: z.enum(PLAN_KINDS).catch('package'),
  archived: z.boolean().catch(false),
  analytics: z.boolean().catch(false),
  new: z.coerce.boolean().catch(false),
  edit: z.uuid().nullable().catch(null),
})
