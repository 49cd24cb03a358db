{{- define "foyer.labels" -}}
app.kubernetes.io/name: foyer
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
