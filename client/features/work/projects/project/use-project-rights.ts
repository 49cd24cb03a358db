import { useCan, useUser } from '#client/lib/session/session.ts'

/** The user's permissions on projects; only an agency's own people can change them. */
export function useProjectRights() {
  const { agency_id, role } = useUser()
  const inAgency = agency_id !== null
  return {
    acrossAgencies: role === 'super_admin',
    write: useCan('project.write') && inAgency,
    manageTasks: useCan('task.write'),
    /** Deliverables and attachments; clients can only attach files to messages. */
    upload: useCan('file.delete') && inAgency,
    review: useCan('file.review') && inAgency,
    readTime: useCan('project-time.read'),
    writeTime: useCan('project-time.write') && inAgency,
  }
}
