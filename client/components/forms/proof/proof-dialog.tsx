import type { ReactNode } from 'react'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { ReAuthFields } from '#client/components/forms/proof/re-auth-fields.tsx'
import { reAuthInput } from '#shared/identity/schemas/two-factor.ts'

export interface Proof {
  password: string
  code?: string | undefined
}

interface ProofDialogProps {
  title: string
  /** Explains the consequences. */
  children: ReactNode
  submitLabel: string
  destructive?: boolean
  twoFactor: boolean
  act: (proof: Proof) => Promise<unknown>
  /** Shown when an error has no message. */
  fallback: string
  onClose: () => void
}

/** Asks for the password, and a code if needed, before a sensitive action. */
export function ProofDialog({ act, fallback, children, twoFactor, onClose, ...dialog }: ProofDialogProps) {
  const form = useAppForm({
    schema: reAuthInput,
    initialValues: { password: '', code: '' },
    onSubmit: async (proof) => {
      await act(proof)
      onClose()
    },
    fallback,
  })
  return (
    <FormDialog {...dialog} opened onClose={onClose} form={form}>
      {children}
      <ReAuthFields fields={form.fields} twoFactor={twoFactor} />
    </FormDialog>
  )
}
