import { useEffect } from 'react'
import type { z } from 'zod'
import { type AppFormState, useAppForm } from '#client/components/app-form.tsx'
import { changedFields } from '#client/components/form-conflict.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { BillingProfileDto } from '#shared/billing.ts'
import { useUnsavedChanges } from '../section/unsaved-changes.tsx'

interface ProfileFormOptions<Schema extends z.ZodType, Input> {
  schema: Schema
  profile: BillingProfileDto
  valuesOf: (profile: BillingProfileDto) => Input
  save: (values: z.output<Schema>) => Promise<BillingProfileDto>
  /** What is saved, for the toasts: "Bank details". */
  what: string
}

/**
 * The form of one card of the billing profile. All cards share the profile's version: what another card
 * saved is no conflict of this one.
 */
export function useProfileForm<
  Schema extends z.ZodType,
  Input extends Record<string, unknown> & { version: number },
>({ schema, profile, valuesOf, save, what }: ProfileFormOptions<Schema, Input>): AppFormState<Input> {
  const utils = trpc.useUtils()
  const form = useAppForm({
    schema,
    initialValues: valuesOf(profile),
    onSubmit: async (values) => {
      const saved = await save(values)
      form.fields.setValues(valuesOf(saved))
      utils.billing.profile.setData(undefined, saved)
      toast({ title: `${what} saved` })
    },
    latest: async () => valuesOf(await utils.billing.profile.fetch(undefined, { staleTime: 0 })),
    fallback: `Failed to save: ${what.toLowerCase()}`,
    resetOnSuccess: false,
  })
  const { fields } = form
  useUnsavedChanges(fields.isDirty())
  useEffect(() => {
    const latest = valuesOf(profile)
    if (latest.version <= fields.getValues().version) return
    const dirty = fields.isDirty()
    if (dirty && changedFields(fields.getInitialValues(), latest).length > 0) return
    const typed = fields.getValues()
    fields.setInitialValues(latest)
    fields.setValues(dirty ? { ...typed, version: latest.version } : latest)
  }, [profile, fields, valuesOf])
  return form
}
