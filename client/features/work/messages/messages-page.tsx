import { Page } from '#client/components/page.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { usePhone } from '#client/lib/breakpoints.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import classes from './message/messages.module.css'
import { messageSearch } from './message-search.ts'
import { ProjectList } from './project-list.tsx'
import { Conversation } from './thread/conversation.tsx'

/** Projects on the left, the conversation on the right; phones show one at a time. */
export function MessagesPage() {
  const [state, setState] = useSearchState(messageSearch)
  const phone = usePhone()
  const { project } = state
  return (
    <Page title="Messages">
      <div className={classes.panels}>
        {(!phone || project === null) && (
          <ProjectList
            search={state.search}
            selected={project}
            onSearch={(search) => setState({ search })}
            onSelect={(id) => setState({ project: id, message: null }, phone ? 'push' : 'replace')}
          />
        )}
        {project !== null && (
          <Conversation
            key={project}
            projectId={project}
            messageId={state.message}
            onBack={phone ? () => setState({ project: null, message: null }) : undefined}
          />
        )}
        {!phone && project === null && (
          <section className={classes.panel} aria-label="Conversation">
            <div className={classes.middle}>
              <EmptyState drawing="message" title="Select a project" />
            </div>
          </section>
        )}
      </div>
    </Page>
  )
}
