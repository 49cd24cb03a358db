import { Textarea } from '@mantine/core'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { FileDto } from '#shared/work/files.ts'
import { fileReviewInput } from '#shared/work/schemas/files.ts'

export function RequestChangesDialog({ file, onClose }: { file: FileDto; onClose: () => void }) {
  const review = trpc.files.review.useMutation()
  const form = useAppForm({
    schema: fileReviewInput,
    initialValues: { id: file.id, review: 'changes_requested', comment: '' },
    onSubmit: async (answer) => {
      await review.mutateAsync(answer)
      toast({
        title: 'Changes requested',
        message: `Your comment on "${file.name}" has been sent to the team.`,
      })
      onClose()
    },
    fallback: 'Failed to request changes',
  })
  return (
    <FormDialog title="Request changes" opened onClose={onClose} form={form} submitLabel="Request changes">
      <Textarea
        label="What should change?"
        required
        data-autofocus
        {...form.fields.getInputProps('comment')}
      />
    </FormDialog>
  )
}
