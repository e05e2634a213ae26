{{- define "covergate.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "covergate.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "covergate.settings" -}}
envFrom:
  - secretRef: { name: {{ required "secretName: the Secret with DATABASE_URL and APP_SECRET" .Values.secretName | quote }} }
env:
  - { name: BASE_URL, value: {{ required "baseUrl: the address of partners, such as https://api.example.com" .Values.baseUrl | quote }} }
  - { name: HOST, value: 0.0.0.0 }
  - { name: PORT, value: "3000" }
  - { name: DATA_DIR, value: /data }
  - { name: DRAIN_SECONDS, value: {{ .Values.drainSeconds | quote }} }
  {{- if .Values.ingress.enabled }}
  - { name: TRUST_PROXY, value: "true" }
  {{- end }}
  {{- range $name, $value := .Values.settings }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
{{- end }}

{{- define "covergate.security" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "covergate.pod" -}}
automountServiceAccountToken: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
nodeSelector: {{ toJson .Values.nodeSelector }}
tolerations: {{ toJson .Values.tolerations }}
affinity: {{ toJson .Values.affinity }}
{{- end }}
