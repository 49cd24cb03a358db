import { Button, Group, Text } from '@mantine/core'
import { getQueryKey } from '@trpc/react-query'
import { useState } from 'react'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { useOptimistic } from '#client/lib/queries/optimistic.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCan } from '#client/lib/session/session.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { FileDto, FileReview as Review } from '#shared/work/files.ts'
import classes from './files.module.css'
import { RequestChangesDialog } from './request-changes-dialog.tsx'
import { type Answer, type CachedFiles, withAnswer } from './review-change.ts'

const REVIEWS: Record<Review, { label: string; tone: 'good' | 'attention' }> = {
  approved: { label: 'Approved', tone: 'good' },
  changes_requested: { label: 'Changes requested', tone: 'attention' },
}

/** The client's decision, also shown to those waiting for it. */
export function ReviewBadge({ file }: { file: FileDto }) {
  const answers = useCan('file.review')
  if (file.review !== null) return <StatusBadge status={file.review} {...REVIEWS[file.review]} />
  if (file.kind !== 'deliverable' || answers) return null
  return <StatusBadge status="awaiting" label="Awaiting approval" tone="neutral" />
}

/** The changes the client requests. */
export const ReviewComment = ({ file }: { file: FileDto }) =>
  file.review_comment === null ? null : (
    <Text size="sm" className={classes.comment}>
      {file.reviewed_by_name}: {file.review_comment}
    </Text>
  )

/** For the client, who can change the decision at any time. */
export function FileReview({ file }: { file: FileDto }) {
  const mayReview = useCan('file.review')
  const [confirming, setConfirming] = useState(false)
  const review = trpc.files.review.useMutation({
    ...useOptimistic<CachedFiles, Answer>(getQueryKey(trpc.files), withAnswer, 'Failed to approve file'),
    onSuccess: () => toast({ title: 'Approved', message: `"${file.name}" has been approved.` }),
  })
  if (!mayReview || file.kind !== 'deliverable') return null
  return (
    <Group gap="xs">
      {file.review !== 'approved' && (
        <Button
          size="xs"
          onClick={() => review.mutate({ id: file.id, review: 'approved' })}
          aria-label={`Approve ${file.name}`}
        >
          Approve
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        onClick={() => setConfirming(true)}
        aria-label={`Request changes to ${file.name}`}
      >
        Request changes
      </Button>
      {confirming && <RequestChangesDialog file={file} onClose={() => setConfirming(false)} />}
    </Group>
  )
}
