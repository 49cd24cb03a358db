import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refreshAppInfo } from '#client/lib/app-info.ts'
import { errorData } from '#client/lib/calls/errors.ts'
import { pageData } from '#client/lib/calls/page-data.ts'
import { LiveConnection } from '#client/lib/live/live.ts'
import { openLiveStream } from '#client/lib/live/live-stream.ts'
import { lookForNewBuild } from '#client/lib/live/service-worker.ts'
import { createRefresher } from '#client/lib/queries/refresh.ts'
import { clearFormDrafts } from '#client/lib/session/local-store.ts'
import { onOtherTabs } from '#client/lib/session/other-tabs.ts'
import { onRenewal } from '#client/lib/session/session-renewal.ts'
import { forgetSession, isExpired, isSignedIn, refreshSession } from '#client/lib/session/session-state.ts'
import { SESSION_ENDED } from '#shared/base/errors.ts'
import { ALL_DOMAINS, APP_INFO_DOMAIN } from '#shared/base/live.ts'

/** Hidden tabs close their stream after this long, because browsers limit connections per site. */
const HIDDEN_MS = 10_000

/** Keeps this tab's queries up to date; returns whether updates arrive. */
export function useLiveChanges(): { connected: boolean } {
  const client = useQueryClient()
  const [connected, setConnected] = useState(true)

  useEffect(() => {
    const refresher = createRefresher(client)
    const connection = new LiveConnection({
      open: openLiveStream,
      since: pageData?.last_event_id ?? null,
      onConnected: (arrives) => {
        setConnected(arrives)
        if (arrives) lookForNewBuild()
      },
      onChange: (domains) => {
        if (domains.includes('auth')) void refreshSession()
        if (domains.includes(APP_INFO_DOMAIN) || domains.includes(ALL_DOMAINS)) void refreshAppInfo()
        refresher.refresh(domains)
      },
      onRefused: async (error) => {
        await refreshSession()
        // The session was revoked: clear everything from the screen.
        if (isExpired() && errorData(error).reason === SESSION_ENDED) forgetSession()
        if (!isSignedIn() || isExpired()) return false
        // Permissions may have changed, so drop everything loaded under the old ones.
        void client.resetQueries()
        return true
      },
    })

    let timer: ReturnType<typeof setTimeout> | undefined
    const followVisibility = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') connection.start()
      else timer = setTimeout(() => connection.stop(), HIDDEN_MS)
    }
    const reconnect = () => {
      connection.stop()
      connection.start()
    }
    const closeStream = () => {
      connection.stop()
      setConnected(false)
    }
    document.addEventListener('visibilitychange', followVisibility)
    window.addEventListener('online', reconnect)
    const offOtherTabs = onOtherTabs((change) => {
      if (change === 'in') return void refreshSession().then(reconnect)
      client.clear()
      clearFormDrafts()
      forgetSession()
    })
    const offRenewal = onRenewal(reconnect)
    window.addEventListener('offline', closeStream)
    followVisibility()
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', followVisibility)
      window.removeEventListener('online', reconnect)
      offRenewal()
      offOtherTabs()
      window.removeEventListener('offline', closeStream)
      connection.stop()
      refresher.stop()
    }
  }, [client])

  return { connected }
}
