# Varnish from memory with the same key check. bench/src/peers/varnish.rs fills in ${…}.
vcl 4.1;

backend origin {
    .host = "127.0.0.1";
    .port = "${origin}";
}

sub vcl_recv {
    if (req.http.X-API-Key != "${key}") {
        return (synth(401));
    }
    return (hash);
}

sub vcl_backend_fetch {
    # /packed/ is stored compressed and the rest uncompressed, so that no request compresses or decompresses anything.
    if (bereq.url !~ "^/packed/") {
        unset bereq.http.Accept-Encoding;
    }
}

sub vcl_backend_response {
    set beresp.ttl = 1d;
    return (deliver);
}
