# The address that served this package, which writes it here; used where neither base_url nor COVERGATE_BASE_URL names another.
SERVED_FROM = "http://localhost:3000"
