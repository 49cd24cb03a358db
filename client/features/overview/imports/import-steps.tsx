import { Button, Group } from '@mantine/core'
import { useId, useState } from 'react'
import { AppForm } from '#client/components/forms/app-form.tsx'
import { useUnsavedChanges } from '#client/components/settings/unsaved-changes.tsx'
import { sameValue } from '#client/lib/calls/rebase.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast } from '#client/lib/toasts/toast.ts'
import { formatCount } from '#shared/base/format.ts'
import type { ImportPlan } from '#shared/overview/imports.ts'
import type { ImportDetailsDto, ImportMapping } from '#shared/overview/schemas/imports.ts'
import { ImportMap } from './import-map.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportReport } from './import-report.tsx'
import classes from './imports.module.css'
import { type Problems, problemsOf, withoutUnused } from './mapping-rules.ts'
import { useFocusOnChange } from './use-focus-on-change.ts'

const STEPS = ['Preview', 'Mapping', 'Dry run'] as const

/** From the preview of the file to the start of its import. */
export function ImportSteps({ item, onDiscarded }: { item: ImportDetailsDto; onDiscarded: () => void }) {
  const formId = useId()
  const [step, setStep] = useState(0)
  const current = useFocusOnChange<HTMLLIElement>(step)
  const [mapping, setMapping] = useState<ImportMapping>(item.mapping)
  const [saved, setSaved] = useState(item.mapping)
  const [problems, setProblems] = useState<Problems>(new Map())
  const [plan, setPlan] = useState<ImportPlan | null>(null)
  const dryRun = trpc.imports.dryRun.useMutation({
    onError: errorToast('The dry run failed'),
    meta: { refresh: false },
  })
  const start = trpc.imports.start.useMutation({ onError: errorToast('Failed to start the import') })
  const discard = trpc.imports.discard.useMutation({ onError: errorToast('Failed to discard the file') })
  useUnsavedChanges(!discard.isPending && !discard.isSuccess && !sameValue(mapping, saved))
  const chosen = { id: item.id, mapping: withoutUnused(mapping, item.overview) }

  function check() {
    const found = problemsOf(chosen.mapping, item.overview)
    setProblems(found)
    if (found.size > 0) return
    dryRun.mutate(chosen, {
      onSuccess: (answer) => {
        setPlan(answer)
        // It is saved with the import.
        setSaved(mapping)
        setStep(2)
      },
    })
  }

  const created = plan === null ? 0 : Object.values(plan.made).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <ol className={classes.steps} aria-label="Steps">
        {STEPS.map((label, index) => (
          <li
            key={label}
            ref={index === step ? current : undefined}
            tabIndex={-1}
            aria-current={index === step ? 'step' : undefined}
          >
            {index + 1}. {label}
          </li>
        ))}
      </ol>
      {step === 0 && <ImportPreview overview={item.overview} timezone={item.timezone} />}
      {step === 1 && (
        <AppForm
          id={formId}
          className={classes.stack}
          form={{ submitting: dryRun.isPending, submit: async () => check() }}
        >
          <ImportMap
            item={item}
            mapping={mapping}
            problems={problems}
            onChange={(changed) => {
              setMapping(changed)
              setProblems(new Map())
            }}
          />
        </AppForm>
      )}
      {step === 2 && plan !== null && <ImportReport result={plan} room={plan.project_room} planned />}
      <Group justify="space-between" gap="xs">
        {item.status === 'ready' && step === 0 ? (
          <Button
            variant="subtle"
            color="red"
            loading={discard.isPending}
            onClick={() => discard.mutate({ id: item.id }, { onSuccess: onDiscarded })}
          >
            Discard file
          </Button>
        ) : (
          <Button variant="default" disabled={step === 0} onClick={() => setStep(step - 1)}>
            Back
          </Button>
        )}
        {step === 0 && <Button onClick={() => setStep(1)}>Continue</Button>}
        {step === 1 && (
          <Button type="submit" form={formId} loading={dryRun.isPending}>
            Dry run
          </Button>
        )}
        {step === 2 && (
          <Button disabled={created === 0} loading={start.isPending} onClick={() => start.mutate(chosen)}>
            Import {formatCount(created, 'row')}
          </Button>
        )}
      </Group>
    </>
  )
}
