import { useCan, useUser } from '#client/lib/session.ts'

/** What the person may do with projects; agency rows are written by people of that agency only. */
export function useProjectRights() {
  const { agency_id, role } = useUser()
  const inAgency = agency_id !== null
  return {
    acrossAgencies: role === 'super_admin',
    write: useCan('project.write') && inAgency,
    manageTasks: useCan('task.write'),
    /** Deliverables and attachments; clients add files to messages only. */
    upload: useCan('file.delete') && inAgency,
    review: useCan('file.review') && inAgency,
    readTime: useCan('project-time.read'),
    writeTime: useCan('project-time.write') && inAgency,
  }
}
