import { useEffect } from 'react'
import type { z } from 'zod'
import { type AppFormState, useAppForm } from '#client/components/forms/app-form.tsx'
import { changedFields } from '#client/components/forms/form-conflict.tsx'
import { useUnsavedChanges } from '#client/components/settings/unsaved-changes.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { LetterheadProfileDto } from '#shared/identity/letterhead/profile.ts'

interface ProfileFormOptions<Schema extends z.ZodType, Input> {
  schema: Schema
  profile: LetterheadProfileDto
  valuesOf: (profile: LetterheadProfileDto) => Input
  save: (values: z.output<Schema>) => Promise<LetterheadProfileDto>
  /** What is being saved, for the toasts: "Bank details". */
  what: string
}

/**
 * The form of one card of the billing profile. All cards share the profile's version, so saving another card isn't a
 * conflict.
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
      utils.letterhead.profile.setData(undefined, saved)
      toast({ title: `${what} saved` })
      return valuesOf(saved)
    },
    latest: async () => valuesOf(await utils.letterhead.profile.fetch(undefined, { staleTime: 0 })),
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
